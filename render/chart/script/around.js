// What stands around a plot: heading, key, axis words, marks. A part that takes
// up height returns it.

// heading breaks title and n into lines, for a file, which no caption stands beside. It is
// not part of the drawing, so that a page and a file share one.
function heading(c) {
  const own = Object.assign({}, c, { cuts: new Map() });
  return {
    title: wrap(own, c.chart.title, c.width - 2, 14, true),
    n: wrap(own, c.chart.n, c.width - 2, SMALL).filter((line) => line),
  };
}

// keyed are the series that need naming: all that have a name, but for a single
// one that is called what its axis or the chart is called.
function keyed(c, axisTitle) {
  const named = c.option.series.filter((s) => s.name && s.role);
  return named.length === 1 && (named[0].name === axisTitle || named[0].name === c.chart.title) ? [] : named;
}

function key(c, top, entries) {
  let x = 0, y = top + 8;
  entries.forEach((s) => {
    const name = cut(c, s.name, c.width - 26, SMALL), w = 24 + widthOf(c, name, SMALL);
    if (x > 0 && x + w > c.width) {
      x = 0;
      y += 18;
    }
    c.frame.push(...keySign(c, s, x, y), words(c, name, x + 24, y, minor(c)));
    x += w + 16;
  });
  return entries.length ? y + 16 - top : 0;
}

// keySign draws what stands for a series or a state, at most 18 px wide.
function keySign(c, s, x, y) {
  const ink = colour(c, s.role);
  switch (c.chart.kind) {
    case 'matrix': return [stateBox(c, s, x, y - 7, 16, 14)];
    case 'spans': return [s.renderItem === '$fn:wait' ? strokes([[x, y, x + 18, y]], ink, 1.5, look(s.role).dash) : slab(c, s.role, x, y - 5, 16, 10)];
    case 'bars': case 'columns': return [slab(c, s.role, x, y - 5, 16, 10)];
    case 'ranges': return [tinted(c, s.role, x, y - 4, 16, 8), strokes([[x + 6, y - 6, x + 6, y + 6]], ink, 2.5)];
    case 'dumbbell': return [withoutValues(s) ? rowBand(c, s.role, x, y - 6, 18, 12) : symbol(c, s.role, x + 8, y, 4.5)];
    case 'dots':
      if (s.data.every((d) => d.value[2] == null)) return [symbol(c, s.role, x + 8, y, 3.5)];
      return [strokes([[x, y, x + 16, y]], ink, 1.5), symbol(c, s.role, x + 8, y, 4)];
    case 'steps':
      if (s.cutoff) return [strokes([[x, y, x + 16, y], [x + 8, y - 5, x + 8, y + 5]], ink, 1.4)];
      return [strokes([[x, y, x + 18, y]], ink, 2, look(s.role).dash)];
    default: return [strokes([[x, y, x + 18, y]], ink, 2, look(s.role).dash), symbol(c, s.role, x + 9, y, 3)];
  }
}

// heatKey draws the scale of a heat from its lowest to its highest number.
function heatKey(c, top) {
  const most = c.chart.most;
  if (!most) return 0;
  const low = formatNumber(c.chart.unit, -most);
  let x = widthOf(c, low, SMALL) + 8;
  c.frame.push(words(c, low, 0, top + 8, minor(c)));
  for (let i = -4; i <= 4; i++, x += 20) c.frame.push(shade(c, i / 4, x, top + 2, 19, 12));
  c.frame.push(words(c, formatNumber(c.chart.unit, most), x + 8, top + 8, minor(c)));
  return 24;
}

// numbers sets an axis of numbers. The outer labels of a level one keep inside the
// picture, and clear of those of an upright one.
function numbers(c, axis, s, margin) {
  const { theme, family } = c.env, level = axis === c.option.xAxis[0] && s.ticks.length > 0;
  const at = (tick) => c.plot.x + place(s, tick) * c.plot.w, room = c.chart.y ? c.plot.x + 20 : 24;
  delete axis.name; // drawn by ourselves
  Object.assign(axis, {
    min: s.lo, max: s.hi, layout: s, // what $fn:value words its ticks with
    axisLine: { show: false },
    axisTick: { show: false, customValues: s.ticks },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  });
  Object.assign(axis.axisLabel, {
    customValues: s.ticks, color: theme['ink-2'], fontSize: SMALL, fontFamily: family, margin,
    alignMinLabel: level && at(s.ticks[0]) < room ? 'left' : undefined,
    alignMaxLabel: level && c.width - at(s.ticks[s.ticks.length - 1]) < 30 ? 'right' : undefined,
  });
}

// baseAxis leaves of the X axis of an upright chart its line.
function baseAxis(c, axis) {
  delete axis.name;
  axis.axisTick = Object.assign({}, axis.axisTick, { show: false });
  axis.axisLine = { show: true, onZero: false, lineStyle: { color: c.env.theme.grid } };
  axis.splitLine = { show: false };
}

// lengths is how many times its plot's width a chart is long.
function lengths(c) { return c.env.view ? c.env.view.by : 1; }

// inSight are the upright marks in the part of a chart that is seen.
function inSight(c, marks) {
  const { x, w } = c.plot;
  return marks.filter((m) => c.x(m.to === undefined ? m.at : m.to) >= x && c.x(m.at) <= x + w);
}

// uprightNames places the names of upright marks above a plot, in as few lines as
// keep them apart.
function uprightNames(c, marks) {
  const placed = [];
  marks.forEach((m) => {
    if (!m.name) return;
    const w = widthOf(c, m.name, SMALL), [a, b] = endsOf(c, m), middle = (a + b) / 2;
    const x = Math.max(w / 2, Math.min(c.width - w / 2, middle));
    let line = 0;
    while (placed.some((p) => p.line === line && Math.abs(p.x - x) < (p.w + w) / 2 + 8)) line++;
    placed.push({ name: m.name, x, w, line });
  });
  return placed;
}

function namesHeight(names) {
  return names.reduce((h, n) => Math.max(h, n.line * 14 + 20), 0);
}

// endsOf is from where to where an upright mark goes, within the plot.
function endsOf(c, m) {
  const { x, w } = c.plot, ends = [m.at, m.to === undefined ? m.at : m.to].map((v) => Math.max(x, Math.min(x + w, c.x(v))));
  return ends.sort((a, b) => a - b);
}

// uprightMarks draws reference lines and bands down a plot.
function uprightMarks(c, marks, names) {
  const { y, h } = c.plot;
  marks.forEach((m) => {
    const [a, b] = endsOf(c, m), ink = colour(c, m.role);
    if (m.to === undefined) c.under.push(strokes([[crisp(a), y - 3, crisp(a), y + h]], ink, 1.2, [4, 3]));
    else c.under.push(box(a, y, b - a, h, { fill: ink, opacity: 0.13 }));
  });
  names.forEach((n) => c.frame.push(words(c, n.name, n.x, y - 12 - n.line * 14, minor(c, { align: 'center' }))));
}

// levelMarks draws reference lines and bands across a chart with an upright value
// axis, each name at the left and clear of the others.
function levelMarks(c, marks) {
  const { x, y: top, w } = c.plot, taken = [];
  marks.forEach((m) => {
    const a = c.y(m.at), b = m.to === undefined ? a : c.y(m.to), ink = colour(c, m.role);
    if (m.to === undefined) c.under.push(strokes([[x, crisp(a), x + w, crisp(a)]], ink, 1.2, [4, 3]));
    else c.under.push(box(x, Math.min(a, b), w, Math.abs(b - a), { fill: ink, opacity: 0.13 }));
    let y = Math.max(top + 8, Math.min(a, b) + (m.to === undefined ? -7 : 8));
    while (taken.some((t) => Math.abs(t - y) < 13)) y += 13;
    taken.push(y);
    if (m.name) c.frame.push(words(c, m.name, x + 6, y, minor(c, halo(c))));
  });
}

// grid tells ECharts where the plot is.
function grid(c) {
  const p = c.plot;
  c.option.grid = [{ left: p.x, top: p.y, width: p.w, height: p.h, outerBoundsMode: 'none' }];
}

// nothing stands for a chart without anything in it.
function nothing(c, top) {
  c.frame.push(words(c, 'Nothing to draw', 0, top + 12, minor(c, { fontSize: NAME })));
  c.plot = { x: 0, y: top, w: c.width, h: 24 };
  c.height = top + 24;
  c.option.xAxis[0].show = c.option.yAxis[0].show = false;
  c.option.series = [];
  grid(c);
}
