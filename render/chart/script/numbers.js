// Numbers as people read them, worded as package unit words them. A Go test holds
// the two together.

// fixed is unit.Fixed: a tie, to 1e-9 of the last digit, goes away from zero.
function fixed(v, digits) {
  const power = 10 ** digits;
  let size = Math.abs(v);
  const x = size * power;
  if (x < 2 ** 52) size = Math.floor(x + 0.5 + (x < 1e6 ? 1e-9 : 0)) / power;
  return (v < 0 || Object.is(v, -0) ? '-' : '') + size.toFixed(digits);
}

function two(n) {
  return (n < 10 ? '0' : '') + n;
}

function seconds(v) {
  const sign = v < 0 ? '-' : '', a = Math.abs(v);
  if (a === 0) return '0 s';
  if (a < 0.9995) return sign + fixed(a * 1000, 0) + ' ms';
  if (a < 9.95) return sign + fixed(a, 1) + ' s';
  if (a < 59.5) return sign + fixed(a, 0) + ' s';
  const total = Math.floor(a + 0.5), d = Math.floor(total / 86400), h = Math.floor(total % 86400 / 3600);
  const m = Math.floor(total / 60) % 60, s = total % 60;
  if (d > 0) return sign + d + ' d ' + h + ' h';
  if (total >= 3600) return sign + h + ' h ' + two(m) + ' min';
  return sign + m + ' min' + (s ? ' ' + two(s) + ' s' : '');
}

function percent(v) {
  const p = v * 100;
  if (p > 0 && p <= 0.5) return '<1 %';
  if (p >= 99.5 && p < 100) return '>99 %';
  return fixed(p, 0) + ' %';
}

// signed writes a difference of ratios with its sign, the minus as a minus.
function signed(v, digits) {
  const least = digits > 2 ? 0.5 * 10 ** -digits : 5e-10;
  if (Math.abs(v) < least) return (0).toFixed(digits);
  return (v < 0 ? '\u2212' : '+') + fixed(Math.abs(v), digits);
}

function scaled(v, base, names) {
  let i = 0;
  for (; Math.abs(v) >= base && i < names.length - 1; i++) v /= base;
  return (fixed(v, i === 0 || Math.abs(v) >= 100 ? 0 : 1) + ' ' + names[i]).replace(/ +$/, '');
}

function counted(v) {
  if (Math.abs(v) < 10000) return fixed(v, v === Math.trunc(v) ? 0 : 1);
  return scaled(v, 1000, ['', 'k', 'M', 'G', 'T']);
}

// dollars has two digits behind the zeros of less than a cent.
function dollars(v) {
  const a = Math.abs(v), small = a >= 1e-9 && a < 0.01;
  return '$' + (small ? fixed(v, 1 - Math.floor(Math.log10(a))).replace(/0+$/, '') : fixed(v, 2));
}

// general is Go's %g with six digits.
function general(v) {
  const sign = v < 0 || Object.is(v, -0) ? '-' : '', a = Math.abs(v);
  const parts = a.toExponential(5).split('e'), e = Number(parts[1]);
  if (e >= -4 && e < 6) return sign + Number(a.toPrecision(6));
  return sign + Number(parts[0]) + 'e' + (e < 0 ? '-' : '+') + two(Math.abs(e));
}

// formatNumber is unit.Format.
function formatNumber(unit, v) {
  if (typeof v !== 'number' || !isFinite(v)) return 'n/a';
  switch (unit) {
    case 's': return seconds(v);
    case 'bytes': return scaled(v, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
    case 'ratio': return percent(v);
    case 'points': return signed(v, 2);
    case 'count': case 'tokens': return counted(v);
    case 'usd': return dollars(v);
    default: return general(v);
  }
}

// exactNumber is unit.Exact: every digit that a tooltip should carry.
function exactNumber(unit, v) {
  if (typeof v !== 'number' || !isFinite(v)) return 'n/a';
  let s = Object.is(v, -0) ? '-0' : String(v);
  if (/e/.test(s) || /\.\d{7,}/.test(s)) s = v.toFixed(6).replace(/\.?0+$/, '');
  switch (unit) {
    case 's': return s + ' s';
    case 'bytes': return s + ' bytes';
    case 'usd': return '$' + s;
    default: return s;
  }
}

// formatStamp is unit.Stamp of Unix seconds.
function formatStamp(v) {
  const t = new Date(v * 1000);
  return isNaN(t) ? 'n/a' : t.toISOString().slice(0, 19).replace('T', ' ');
}
