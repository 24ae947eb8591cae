// Tooltips: nodes whose text is set as text. No markup is ever parsed.

const GLYPHS = { plus: '\u271a\u2719', circle: '\u25cf\u25cb', diamond: '\u25c6\u25c7', triangle: '\u25b2\u25b3', square: '\u25a0\u25a1' };

function node(tag, text, style) {
  const n = document.createElement(tag);
  n.textContent = text;
  Object.assign(n.style, style);
  return n;
}

function tipLine(c, role, text) {
  const line = node('div', '', { display: 'flex', gap: '0.5em', alignItems: 'baseline' });
  if (role) line.append(node('span', GLYPHS[look(role).shape][look(role).hollow ? 1 : 0], { color: colour(c, role) }));
  line.append(node('span', text));
  return line;
}

// itemText words one item: its label, with the value where the label does not say
// it; without a label the value and its limits.
function itemText(c, d) {
  const { kind, x, y, unit } = c.chart, v = d.value;
  if (kind === 'spans') {
    const word = (n) => (x.time ? formatStamp(n) : formatNumber(x.unit, n));
    return d.name || word(v[0]) + ' \u2013 ' + (v[1] == null ? 'open' : word(v[1]));
  }
  const number = kind === 'heat' ? v[2] : y ? v[1] : v[0], base = kind === 'heat' ? unit : (y || x).unit;
  const word = (n) => formatNumber(base, n);
  const limits = kind !== 'heat' && !y && v[2] != null && v[3] != null ? word(v[2]) + ' \u2013 ' + word(v[3]) : '';
  if (number == null) return d.name || limits || 'n/a';
  let text = word(number) + (limits && ' (' + limits + ')');
  if (d.name) text = d.name.includes(word(number)) ? d.name : word(number) + ', ' + d.name;
  return whole(base, number) ? text : text + ' \u00b7 exactly ' + exactNumber(base, number);
}

// whole says that the words for a number round nothing off.
function whole(unit, v) {
  const is = (n) => Math.abs(n - Math.round(n)) < 1e-9, a = Math.abs(v);
  switch (unit) {
    case 'ratio': case 'points': return is(v * 100);
    case 's': return a < 1 ? is(v * 1000) : is(v) && (a < 3600 || (a < 86400 ? v % 60 : v % 3600) === 0);
    case 'count': case 'tokens': return is(v) && a < 10000;
    default: return Number(formatNumber(unit, v).replace(/[^0-9.-]/g, '')) === v;
  }
}

function seriesLine(c, s, d) {
  return tipLine(c, s.role, (s.name ? s.name + ': ' : '') + itemText(c, d));
}

// absent says that a bar is only there to keep its series in step.
function absent(c, s, d) {
  return s.type === 'bar' && !d.name && d.value[c.chart.y ? 1 : 0] == null;
}

// tipParts gives the title of a tooltip and its lines.
function tipParts(c, params) {
  const { kind, states, x } = c.chart, names = c.option.yAxis[0].data, columns = c.option.xAxis[0].data;
  const { seriesIndex, dataIndex } = params[0], series = c.option.series[seriesIndex];
  if (seriesIndex === c.hitSeries) {
    return [names[dataIndex], [].concat(...c.series.map((s) => s.data
      .filter((d) => d.value[1] === dataIndex && !absent(c, s, d)).map((d) => seriesLine(c, s, d))))];
  }
  if (kind === 'spans') {
    const d = series.data[dataIndex];
    return [names[d.value[2]], [seriesLine(c, series, d)]];
  }
  if (kind === 'matrix' || kind === 'heat') {
    const d = series.data[dataIndex], state = kind === 'matrix' ? states[d.value[2]] : {};
    const text = kind === 'heat' ? itemText(c, d) : d.name ? state.name + ': ' + d.name : state.name;
    return [names[d.value[1]] + ' \u00b7 ' + columns[d.value[0]], [tipLine(c, state.role, text)]];
  }
  const at = params.map((p) => ({ s: c.option.series[p.seriesIndex], i: p.dataIndex })).filter((p) => p.s.type !== 'custom');
  const items = at.map((p) => ({ s: p.s, d: p.s.data[p.i] })).filter((p) => !absent(c, p.s, p.d));
  if (!items.length) return ['', []];
  const first = items[0].d.value[0];
  const title = columns ? columns[first] : x.time ? formatStamp(first) : formatNumber(x.unit, first);
  return [title, items.map((p) => seriesLine(c, p.s, p.d))];
}

function tip(c, params) {
  const [title, lines] = tipParts(c, params);
  if (c.env.say) c.env.say([title].concat(lines.map((l) => l.lastChild.textContent)).join('. '));
  return [node('div', title, { fontWeight: '600', overflowWrap: 'anywhere' })].concat(lines);
}

function tipLooks(c) {
  const { theme, family } = c.env, pointer = { color: theme['ink-2'], width: 1 };
  Object.assign(c.option.tooltip, {
    confine: true, transitionDuration: 0, padding: [6, 9], backgroundColor: theme.paper, borderColor: theme['ink-2'], borderWidth: 1,
    textStyle: { color: theme.ink, fontSize: NAME, fontFamily: family },
    extraCssText: 'max-width:' + Math.min(420, c.width - 24) + 'px;white-space:normal;box-shadow:none;'
      + 'font-variant-numeric:tabular-nums;line-height:1.45',
    axisPointer: {
      type: c.chart.kind === 'columns' ? 'shadow' : 'line', lineStyle: pointer,
      shadowStyle: { color: theme.ink, opacity: 0.06 }, label: { show: false },
    },
  });
}
