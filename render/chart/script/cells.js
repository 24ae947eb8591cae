// The layout of grids: matrix and heat. A grid with more columns than the page has
// room for keeps its cells readable and scrolls.

const CELL_MIN = 15, CELL_MAX = 46, CELL_H = 20, HEAD_MAX = 132; // px
const LEAN = Math.SQRT1_2; // of a text's width, across and up, when set at 45 degrees

function layCells(c) {
  const [xAxis] = c.option.xAxis, [yAxis] = c.option.yAxis, cols = xAxis.data || [], names = yAxis.data || [];
  let top = 0;
  if (!names.length || !cols.length) return nothing(c, top);

  const nameW = widest(c, names, NAME), over = c.width < NARROW && nameW > c.width * 0.3; // names above their cells
  const left = over ? 0 : Math.min(nameW, c.width * 0.36) + 10;
  const head = columnHeads(c, cols, c.width - left);
  c.wide = Math.max(c.width, Math.ceil(left + head.cell * cols.length + 2));
  top += c.chart.kind === 'heat' ? heatKey(c, top) : key(c, top, c.chart.states || []);
  const titles = [yAxis.name, xAxis.name].filter(Boolean).join(' by ');
  if (titles) {
    c.frame.push(words(c, cut(c, titles, c.width, SMALL), 0, top + 7, minor(c)));
    top += 18;
  }
  top += head.height;

  const pitch = over ? CELL_H + 21 : CELL_H + 2, first = top + (over ? 20 : 0);
  c.plot = { x: left, y: first, w: head.cell * cols.length, h: names.length * pitch };
  c.cell = { w: head.cell - 1.5, h: CELL_H };
  c.x = (i) => left + i * head.cell;
  c.y = (j) => first + j * pitch;
  c.height = first + c.plot.h - (pitch - CELL_H);
  xAxis.show = yAxis.show = false;
  grid(c);
  cols.forEach((name, i) => c.frame.push(columnHead(c, name, c.x(i) + head.cell / 2, top, head)));
  names.forEach((name, j) => {
    if (over) c.frame.push(words(c, cut(c, name, c.width - 4, NAME), 0, c.y(j) - 9));
    else c.frame.push(words(c, cut(c, name, left - 10, NAME), left - 10, c.y(j) + CELL_H / 2, { align: 'right' }));
  });
}

// columnHeads decides how wide the cells are and whether the columns' names stand
// level, lean or upright.
function columnHeads(c, cols, room) {
  const w = Math.min(HEAD_MAX, widest(c, cols, SMALL)), each = Math.floor((room - 2) / cols.length), fit = (r) => Math.min(CELL_MAX, Math.max(CELL_MIN, Math.floor(r / cols.length)));
  const cell = fit(room - 2), leaning = fit(room - w * LEAN + 8);
  if (w <= each - 6) return { cell: Math.max(cell, Math.ceil(w + 6)), angle: 0, height: 16 };
  if (leaning >= 19) return { cell: leaning, angle: 45, height: w * LEAN + 14 };
  return { cell, angle: 90, height: w + 8 };
}

function columnHead(c, name, x, bottom, head) {
  if (!head.angle) return words(c, cut(c, name, head.cell - 2, SMALL), x, bottom - 8, minor(c, { align: 'center' }));
  const el = words(c, cut(c, name, HEAD_MAX, SMALL), 0, 0, minor(c));
  return Object.assign(el, { x, y: bottom - 5, rotation: head.angle * Math.PI / 180 });
}
