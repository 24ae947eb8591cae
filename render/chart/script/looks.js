// Looks: what a role looks like, never by colour alone, and the elements that
// everything is drawn with.

const ROLES = ['before', 'after', 'good', 'bad', 'warn', 'neutral', 'unknown', 'a', 'b', 'c', 'd', 'e', 'f'];
const TOKENS = ['ink', 'ink-2', 'grid', 'paper', 'accent'].concat(ROLES);

// A role is a symbol (filled or hollow), a dash for its line, and for its bars an
// outline on paper or a hatch: px between the lines, their angle in degrees. A Go test
// sees them as colour-blind readers do: where colours come close, these differ.
const LOOKS = {
  before: { shape: 'circle', hollow: true, dash: [9, 3, 2, 3], outline: true },
  after: { shape: 'circle', hatch: [5, 0] },
  good: { shape: 'plus', dash: [12, 2] },
  bad: { shape: 'diamond', hatch: [5, 45], strong: true },
  warn: { shape: 'triangle', dash: [7, 3], hatch: [8, -45] },
  neutral: { shape: 'square', dash: [4, 3] },
  unknown: { shape: 'square', hollow: true, dash: [1.5, 3], outline: true, broken: true },
  a: { shape: 'circle' },
  b: { shape: 'diamond', dash: [7, 3], hatch: [5, 45] },
  c: { shape: 'triangle', dash: [2, 3], hatch: [8, -45] },
  d: { shape: 'square', dash: [9, 3, 2, 3], hatch: [3, 0] },
  e: { shape: 'circle', hollow: true, dash: [5, 5], outline: true },
  f: { shape: 'diamond', hollow: true, dash: [1.5, 3], hatch: [2.5, 45] },
};
const OUTLINES = { // of a radius of 1
  plus: [[-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4], [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]],
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  diamond: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
  triangle: [[0, -1.2], [1.15, 0.9], [-1.15, 0.9]],
};

function known(role) { return ROLES.indexOf(role) < 0 ? 'neutral' : role; }
function look(role) { return LOOKS[known(role)]; }
function colour(c, role) { return c.env.theme[known(role)]; }

function crisp(v) { return Math.round(v - 0.5) + 0.5; }

// strokes draws several straight lines of one kind, [x1, y1, x2, y2] each.
function strokes(lines, stroke, lineWidth, lineDash) {
  const pathData = lines.map((l) => 'M' + l[0] + ' ' + l[1] + 'L' + l[2] + ' ' + l[3]).join('');
  return { type: 'path', silent: true, shape: { pathData }, style: { fill: 'none', stroke, lineWidth: lineWidth || 1, lineDash } };
}

function box(x, y, width, height, style, r) {
  return { type: 'rect', shape: { x, y, width: Math.max(0, width), height: Math.max(0, height), r: r || 0 }, style };
}

function polygon(points, style) {
  return { type: 'polygon', silent: true, shape: { points }, style };
}

function words(c, text, x, y, more) {
  const style = { text, x, y, fontSize: NAME, fontFamily: c.env.family, fill: c.env.theme.ink, align: 'left', verticalAlign: 'middle' };
  return { type: 'text', silent: true, style: Object.assign(style, more) };
}

// minor is how everything but names and headings is set.
function minor(c, more) {
  return Object.assign({ fontSize: SMALL, fill: c.env.theme['ink-2'] }, more);
}

// halo keeps a text readable on lines that cross it.
function halo(c, more) {
  return Object.assign({ stroke: c.env.theme.paper, lineWidth: 3 }, more);
}

function symbol(c, role, x, y, r) {
  const l = look(role), ink = colour(c, role);
  const style = l.hollow ? { fill: c.env.theme.paper, stroke: ink, lineWidth: 1.8 } : { fill: ink };
  if (l.shape === 'circle') return { type: 'circle', silent: true, shape: { cx: x, cy: y, r }, style };
  return polygon(OUTLINES[l.shape].map((p) => [x + p[0] * r, y + p[1] * r]), style);
}

// filling is how ECharts is to fill the bars of a role.
function filling(c, role) {
  const l = look(role), ink = colour(c, role), paper = c.env.theme.paper;
  if (l.outline) return { color: paper, borderColor: ink, borderWidth: 1.2, borderType: l.broken ? [3, 2] : 'solid' };
  const decal = l.hatch && {
    symbol: 'rect', symbolSize: 1, color: paper, dashArrayX: [24, 0], dashArrayY: [0.9, l.hatch[0]], rotation: l.hatch[1] * Math.PI / 180,
  };
  return { color: ink, decal, borderColor: paper, borderWidth: 0 };
}

// slab is a bar drawn by ourselves; gap is the paper around it.
function slab(c, role, x, y, w, h, gap) {
  const f = filling(c, role);
  return box(x, y, w, h, { fill: f.color, decal: f.decal, stroke: f.borderColor, lineWidth: f.borderWidth || gap || 0, lineDash: w > 12 && Array.isArray(f.borderType) ? f.borderType : undefined });
}

// tinted is a bar that says "from here to there", lighter than what is measured.
function tinted(c, role, x, y, w, h) {
  const ink = colour(c, role);
  return box(x, y, w, h, { fill: ink, fillOpacity: 0.3, stroke: ink, lineWidth: 1 }, 2);
}

// rowBand is a band of a row: where a value counts as unchanged.
function rowBand(c, role, x, y, w, h) {
  const ink = colour(c, role), style = look(role).outline ? { fill: 'none', stroke: ink, lineWidth: 1, lineDash: [3, 2] } : { fill: ink, opacity: 0.16 };
  return Object.assign(box(x, y, Math.max(1, w), h, style), { silent: true });
}

function withoutValues(s) {
  return s.data.length > 0 && s.data.every((d) => d.value[0] == null);
}

function whisker(c, role, x1, x2, y, cap, lineWidth) {
  return strokes([[x1, y, x2, y], [x1, y - cap, x1, y + cap], [x2, y - cap, x2, y + cap]], colour(c, role), lineWidth);
}

// stateBox is a cell of a matrix: its colour, and its sign to tell it by.
function stateBox(c, state, x, y, w, h) {
  const { strong, outline } = look(state.role), ink = colour(c, state.role), { paper, ink: black } = c.env.theme;
  const style = outline ? { fill: paper, stroke: ink, lineWidth: 1 } : { fill: ink, opacity: strong ? 1 : 0.28 };
  const sign = words(c, state.sign || '', x + w / 2, y + h / 2, { align: 'center', fontWeight: 'bold', fill: strong ? paper : black });
  return { type: 'group', children: [box(x, y, w, h, style), sign] };
}

// shade is a cell of a heat: its colour deepens with share, which runs from -1 to
// 1. Ink stays readable on the deepest, so the number can stand in the cell.
function shade(c, share, x, y, w, h) {
  const style = share === 0 ? { fill: c.env.theme.grid, opacity: 0.6 }
    : { fill: colour(c, share < 0 ? c.chart.falling : c.chart.rising), opacity: 0.08 + 0.46 * Math.min(1, Math.abs(share)) };
  return box(x, y, w, h, style);
}
