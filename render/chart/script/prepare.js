// prepare turns an option as package chart writes it into one that ECharts draws at
// a given width. env says for which face: echarts, width (px), theme (token to
// colour), family (font); slack (how much wider than measured a text may be),
// still (nothing will point at it), say (told the words of each tooltip), view (the part
// that is seen, see narrow; all of it).

const LAYOUTS = {
  dots: layRows, dumbbell: layRows, ranges: layRows, bars: layRows, spans: layRows,
  lines: layPlot, steps: layPlot, columns: layPlot, matrix: layCells, heat: layCells,
};

function prepare(option, env) {
  // under and frame collect what is drawn by ourselves, beneath and above the data.
  const c = { option, env, chart: option.chart, width: env.width, cuts: new Map(), under: [], frame: [] };
  delete option.chart;
  LAYOUTS[c.chart.kind](c);
  c.series = option.series.slice();
  c.series.forEach((s) => {
    if (s.type !== 'custom') return;
    s.clip = Boolean(env.view);
    if (c.chart.kind === 'dumbbell' && withoutValues(s)) s.z = 1; // a band lies beneath
    s.itemStyle = { color: colour(c, s.role) }; // or ECharts keeps a colour under the series' name, which may be __proto__
  });
  resolve(c);
  decorate(c, c.under, 1);
  decorate(c, c.frame, 4);
  if (c.rowHits && !env.still) hitRows(c);
  tipLooks(c);
  Object.assign(option, {
    animation: false, backgroundColor: 'transparent',
    textStyle: { fontFamily: env.family, fontSize: NAME, color: env.theme.ink },
  });
  const across = (series, item) => c.x(c.series[series].data[item].value[0]); // px
  return { option, width: c.wide || c.width, plot: c.plot, across, height: Math.max(24, Math.ceil(c.height)), cuts: Array.from(c.cuts), heading: env.still ? heading(c) : null, walk: walk(c), called: () => called(c) };
}

// decorate adds elements in px as a series without data.
function decorate(c, children, z) {
  if (!children.length) return;
  c.option.series.push({
    type: 'custom', coordinateSystem: 'none', silent: true, z, data: [0], tooltip: { show: false },
    renderItem: () => ({ type: 'group', silent: true, children }),
  });
}

// hitRows makes the whole of a row answer to the pointer and to the keyboard.
function hitRows(c) {
  c.hitSeries = c.option.series.length;
  c.option.series.push({
    type: 'custom', coordinateSystem: 'none', z: 5, data: Array.from({ length: c.rowHits }, (_, i) => i),
    renderItem: ({ dataIndex }) => Object.assign(
      box(0, c.y(dataIndex) - c.pitch / 2, c.width, c.pitch, { fill: c.env.theme.ink, opacity: 0 }),
      { emphasis: { style: { opacity: 0.08 } } },
    ),
  });
}

// walk lists what the arrow keys step through, as [series, item].
function walk(c) {
  if (c.rowHits) return Array.from({ length: c.rowHits }, (_, i) => [c.hitSeries, i]);
  const all = c.series.map((s, i) => s.data.map((_, j) => [i, j]));
  return c.option.tooltip.trigger === 'axis' ? all[0] || [] : [].concat(...all);
}
