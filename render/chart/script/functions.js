// The table of functions that an option may name. Each is made for its owner, a
// series or an axis of the prepared chart c.

const FUNCTION_PATHS = ['series.*.renderItem', 'xAxis.*.axisLabel.formatter', 'yAxis.*.axisLabel.formatter', 'tooltip.formatter'];

const FUNCTIONS = {
  // An item of these three is [value, row, lo, hi].
  interval: (c, owner) => each(owner, (d) => {
    const [v, row, lo, hi] = d.value, y = laneY(c, row, c.lanes > 1 ? c.series.indexOf(owner) : 0), drawn = [];
    if (lo != null && hi != null) drawn.push(whisker(c, owner.role, c.x(lo), c.x(hi), y, 4, 1.5));
    if (v != null) drawn.push(symbol(c, owner.role, c.x(v), y, 4.5));
    return drawn;
  }),
  dumbbell: (c, owner) => each(owner, (d) => {
    const [v, row, lo, hi] = d.value, y = c.y(row), first = owner === c.series[0], drawn = [];
    if (v == null && lo != null && hi != null) return [rowBand(c, owner.role, c.x(lo), y - 9, c.x(hi) - c.x(lo), 18)];
    if (first && v != null) drawn.push(...links(c, v, row));
    if (lo != null && hi != null) drawn.push(whisker(c, owner.role, c.x(lo), c.x(hi), y + (first ? -5 : 5), 2.5, 1));
    if (v != null) drawn.push(symbol(c, owner.role, c.x(v), y, 5));
    return drawn;
  }),
  range: (c, owner) => each(owner, (d) => {
    const [v, row] = d.value, lo = d.value[2] == null ? v : d.value[2], hi = d.value[3] == null ? v : d.value[3];
    const y = laneY(c, row, c.lanes > 1 ? c.series.indexOf(owner) : 0), h = c.lanes > 1 ? 9 : 11, drawn = [];
    if (lo != null && hi != null && lo !== hi) drawn.push(tinted(c, owner.role, c.x(lo), y - h / 2, Math.max(1, c.x(hi) - c.x(lo)), h));
    if (v != null) drawn.push(strokes([[c.x(v), y - h / 2 - 2, c.x(v), y + h / 2 + 2]], colour(c, owner.role), 2.5));
    return drawn;
  }),

  // An item of these two is [from, to, row, words]; one without an end runs to the
  // edge and points onwards, one that begins where it ends is an instant.
  span: (c, owner) => each(owner, (d) => {
    const [from, to, row] = d.value;
    if (from == null) return [];
    if (from === to) return [symbol(c, owner.role, c.x(from), c.y(row), 4.5), ...besideSpan(c, d, c.x(from) + 5)];
    const x = c.x(from), y = c.y(row), edge = c.plot.x + c.plot.w, end = to == null ? edge - 6 : c.x(to);
    const w = Math.max(look(owner.role).outline ? 4 : 1.5, end - x), drawn = [slab(c, owner.role, x, y - c.mark / 2, w, c.mark, w > 5 ? 1 : 0)];
    if (to == null && x < edge) drawn.push(polygon([[edge - 5, y - 5], [edge, y], [edge - 5, y + 5]], { fill: colour(c, owner.role) }));
    return drawn.concat(besideSpan(c, d, x + w));
  }),
  wait: (c, owner) => each(owner, (d) => {
    const [from, to, row] = d.value, y = c.y(row), end = to == null ? c.plot.x + c.plot.w : c.x(to);
    return from == null ? [] : [strokes([[c.x(from), y, end, y]], colour(c, owner.role), 1.5, look(owner.role).dash), ...besideSpan(c, d, end)];
  }),

  // [x, lo, hi]: one shape for each unbroken stretch, drawn with its first point.
  band: (c, owner) => each(owner, (d, i) => {
    const before = owner.data[i - 1], stretch = [];
    if (d.value[1] == null || (before && before.value[1] != null)) return [];
    for (let k = i; k < owner.data.length && owner.data[k].value[1] != null; k++) {
      const [x, lo, hi] = owner.data[k].value, last = stretch[stretch.length - 1];
      if (last && c.chart.kind === 'steps') stretch.push([c.x(x), last[1], last[2]]);
      stretch.push([c.x(x), c.y(lo), c.y(hi)]);
    }
    const ink = colour(c, owner.role);
    if (stretch.length === 1) { // no shape has no width
      const [x, lo, hi] = stretch[0];
      return [strokes([[x, lo, x, hi], [x - 3, lo, x + 3, lo], [x - 3, hi, x + 3, hi]], ink, 1.2)];
    }
    const upper = stretch.map((p) => [p[0], p[2]]), lower = stretch.map((p) => [p[0], p[1]]).reverse();
    return [polygon(upper.concat(lower), { fill: ink, opacity: 0.15 })];
  }),

  // [x, value]
  cutoff: (c, owner) => each(owner, (d) => {
    if (d.value[1] == null) return [];
    const x = c.x(d.value[0]), y = c.y(d.value[1]);
    return [strokes([[x, y - 5, x, y + 5]], colour(c, owner.role), 1.4)];
  }),

  // [column, row, state] and [column, row, value]
  cell: (c, owner) => each(owner, (d) => {
    const [column, row, state] = d.value;
    return [pointed(c, stateBox(c, c.chart.states[state], c.x(column), c.y(row), c.cell.w, c.cell.h))];
  }),
  heat: (c, owner) => each(owner, (d) => {
    const [column, row, v] = d.value, x = c.x(column), y = c.y(row), { w, h } = c.cell;
    if (v == null) return [];
    let text = formatNumber(c.chart.unit, v);
    if (widthOf(c, text, SMALL) > w - 2) text = v > 0 ? '+' : v < 0 ? '\u2212' : '0';
    const number = words(c, text, x + w / 2, y + h / 2, { align: 'center', fontSize: SMALL });
    return [pointed(c, { type: 'group', children: [shade(c, c.chart.most ? v / c.chart.most : 0, x, y, w, h), number] })];
  }),

  value: (c, owner) => (v) => tickText(owner.layout, v),
  tip: (c) => (params) => tip(c, [].concat(params)),
};

// each makes the function that ECharts calls for every item of a series.
function each(owner, draw) {
  return (params) => ({ type: 'group', children: draw(owner.data[params.dataIndex], params.dataIndex) });
}

// besideSpan sets a bar's words after it, or before it where there is more room.
function besideSpan(c, d, end) {
  const [from, , row, text] = d.value, after = (c.env.view ? c.plot.x + c.plot.w : c.width) - end - 6, before = c.x(from) - c.plot.x - 6;
  if (!text || Math.max(after, before) < 40) return [];
  if (widthOf(c, text, SMALL) <= after || after >= before) return [words(c, cut(c, text, after, SMALL), end + 5, c.y(row), minor(c, halo(c)))];
  return [words(c, cut(c, text, before, SMALL), c.x(from) - 5, c.y(row), minor(c, halo(c, { align: 'right' })))];
}

// links joins the first end of a dumbbell to the others.
function links(c, v, row) {
  const ends = [];
  c.series.slice(1).forEach((s) => s.data.forEach((e) => {
    if (e.value[1] === row && e.value[0] != null) ends.push([c.x(v), c.y(row), c.x(e.value[0]), c.y(row)]);
  }));
  return ends.length ? [strokes(ends, c.env.theme['ink-2'], 2.5)] : [];
}

// pointed outlines a cell while it is pointed at.
function pointed(c, group) {
  if (!c.env.still) group.children[0].emphasis = { style: { stroke: c.env.theme.ink, lineWidth: 1.5 } };
  return group;
}

// resolve replaces the names at FUNCTION_PATHS by functions. Any other string there
// is refused: ECharts would take it for a template.
function resolve(c) {
  FUNCTION_PATHS.forEach((path) => {
    const steps = path.split('.'), last = steps.pop();
    let owners = [{ owner: c.option, node: c.option }];
    steps.forEach((step) => {
      owners = step === '*' ? [].concat(...owners.map((o) => o.node.map((n) => ({ owner: n, node: n }))))
        : owners.map((o) => ({ owner: o.owner, node: o.node[step] })).filter((o) => o.node);
    });
    owners.forEach(({ owner, node }) => {
      if (node[last] !== undefined) node[last] = named(node[last])(c, owner);
    });
  });
}

function named(reference) {
  const name = typeof reference === 'string' && reference.startsWith('$fn:') ? reference.slice(4) : '';
  if (!Object.prototype.hasOwnProperty.call(FUNCTIONS, name)) throw new Error('no chart function ' + reference);
  return FUNCTIONS[name];
}
