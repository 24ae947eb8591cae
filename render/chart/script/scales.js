// Scales: where an axis of numbers begins and ends, and where its ticks stand.
// A scale is { lo, hi, ticks, step, unit, log, time }; step is 0 on a logarithm.

const DAY = 86400, WEEK = 7 * DAY, MONTH = 2629746; // s
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, DAY, 2 * DAY, WEEK, 2 * WEEK];
const DURATIONS = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 21600, DAY, WEEK, 30 * DAY];
const FINE_DURATIONS = [0.002, 0.005, 0.02, 0.05, 0.2, 0.5, 2, 5, 20, 30, 120, 300, 1200, 1800, 7200, 10800, 43200, 2 * DAY, 2 * WEEK];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// scale lays out an axis as package chart describes it; room is how many ticks fit.
function scale(axis, room) {
  let [lo, hi] = axis.extent, s;
  room = Math.max(2, Math.floor(room));
  if (axis.time) {
    s = timeScale(lo, hi, room);
  } else if (axis.log) {
    s = logScale(lo / 1.15, hi * 1.15, room, axis.unit);
  } else {
    if (lo === hi) {
      lo -= Math.abs(lo) * 0.1;
      hi += Math.abs(hi) * 0.1 || 1;
    }
    s = linearScale(lo, hi, room, axis.unit);
  }
  if (typeof axis.min === 'number' && !(s.log && axis.min <= 0)) s.lo = axis.min;
  if (typeof axis.max === 'number' && axis.max > s.lo) s.hi = axis.max;
  s.ticks = s.ticks.filter((t) => t >= s.lo && t <= s.hi);
  s.unit = axis.unit;
  return s;
}

function linearScale(lo, hi, room, unit) {
  const step = niceStep((hi - lo) / room, unit), ticks = [];
  const first = Math.floor(lo / step + 1e-9), last = Math.max(first + 1, Math.ceil(hi / step - 1e-9));
  for (let i = first; i <= last; i++) ticks.push(Number((i * step).toPrecision(12)));
  return { lo: ticks[0], hi: ticks[ticks.length - 1], ticks, step };
}

// niceStep is the least round step that is no smaller than raw: round as people
// count the unit, so minutes are not tenths of an hour.
function niceStep(raw, unit) {
  if (unit === 's' && raw >= 1) return TIME_STEPS.find((t) => t >= raw) || DAY * niceStep(raw / DAY, '');
  if (unit === 'bytes' && raw >= 1) return 2 ** Math.ceil(Math.log2(raw));
  const power = 10 ** Math.floor(Math.log10(raw)), m = raw / power;
  const step = power * (m <= 1.000001 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10);
  return unit === 'count' || unit === 'tokens' || unit === 'bytes' ? Math.max(1, step) : step;
}

// logScale takes the coarse ticks that fit, then finer ones between them.
function logScale(lo, hi, room, unit) {
  let coarse = DURATIONS, fine = FINE_DURATIONS;
  if (unit !== 's') {
    coarse = [];
    fine = [];
    for (let e = -12; e <= 15; e++) {
      coarse.push(Number('1e' + e));
      fine.push(Number('2e' + e), Number('5e' + e));
    }
  }
  const apart = Math.log(hi / lo) / (room * 1.2), ticks = [];
  coarse.concat(fine).forEach((t) => {
    if (t >= lo && t <= hi && ticks.every((u) => Math.abs(Math.log(t / u)) >= apart)) ticks.push(t);
  });
  return { lo, hi, ticks: ticks.sort((a, b) => a - b), step: 0, log: true };
}

// timeScale ticks at round times of UTC: from seconds to fortnights, then months.
function timeScale(lo, hi, room) {
  const span = hi - lo || 1, raw = span / room, ticks = [];
  lo -= span * 0.02;
  hi += span * 0.02;
  if (raw <= 2 * WEEK) {
    const step = niceStep(raw, 's'), origin = step % WEEK ? 0 : 4 * DAY; // weeks begin on Monday; day 0 was a Thursday
    for (let t = Math.ceil((lo - origin) / step) * step + origin; t <= hi; t += step) ticks.push(t);
    return { lo, hi, ticks, step, time: true };
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120].find((m) => m * MONTH >= raw) || 240, from = new Date(lo * 1000);
  for (let m = Math.ceil((from.getUTCFullYear() * 12 + from.getUTCMonth()) / months) * months; ; m += months) {
    const t = Date.UTC(Math.floor(m / 12), m % 12, 1) / 1000;
    if (!(t <= hi)) break;
    if (t >= lo) ticks.push(t);
  }
  return { lo, hi, ticks, step: MONTH, time: true };
}

// endAtData ends a linear scale where the data do instead of at the next tick.
function endAtData(s, axis) {
  const [lo, hi] = axis.extent;
  if (s.time || s.log || !(lo < hi)) return;
  s.lo = Math.max(s.lo, lo);
  s.hi = Math.min(s.hi, hi);
  s.ticks = s.ticks.filter((t) => t >= s.lo && t <= s.hi);
}

// narrow leaves of a scale what a reader who has zoomed sees: the whole is view.by
// times as long, and view.from of these lengths lie before.
function narrow(s, view) {
  if (!view) return;
  const at = (f) => (s.log ? s.lo * (s.hi / s.lo) ** f : s.lo + (s.hi - s.lo) * f);
  const lo = at(view.from / view.by), hi = at((view.from + 1) / view.by);
  Object.assign(s, { lo, hi, part: true, ticks: s.ticks.filter((t) => t >= lo && t <= hi) });
}

// place maps v to a fraction of the axis, held inside it unless it is a part.
function place(s, v) {
  const f = s.log ? (v > 0 ? Math.log(v / s.lo) / Math.log(s.hi / s.lo) : 0) : (v - s.lo) / (s.hi - s.lo);
  return s.part ? f : Math.min(1, Math.max(0, f));
}

// tickText words a tick: the unit's words, with as many digits as the step needs.
function tickText(s, v) {
  if (s.time) return timeText(s, v);
  const digits = s.step > 0 ? Math.max(0, Math.ceil(-Math.log10(s.step) - 1e-9)) : 0;
  switch (s.unit) {
    case 'ratio': return fixed(v * 100, s.step ? Math.max(0, digits - 2) : v < 0.01 ? 1 : 0) + ' %';
    case 'points': return signed(v, Math.max(2, digits));
    case 's':
      if (v && s.step && s.step < 1) return fixed(v, digits) + ' s';
      return seconds(v).replace(/ 0 h$| 00 min$/, '').replace('.0 s', ' s');
    default: return formatNumber(s.unit, v);
  }
}

function timeText(s, v) {
  const t = new Date(v * 1000), month = MONTHS[t.getUTCMonth()], day = month + ' ' + t.getUTCDate();
  if (s.step > 2 * WEEK) return month + ' ' + t.getUTCFullYear();
  if (s.step >= DAY || v % DAY === 0) return day;
  const clock = two(t.getUTCHours()) + ':' + two(t.getUTCMinutes()) + (s.step < 60 ? ':' + two(t.getUTCSeconds()) : '');
  return v === s.ticks[0] ? day + ' ' + clock : clock;
}
