// What is pointed at is marked wherever its section names it: rows by their first
// cell, charts by their categories.

const indexes = new WeakMap();
let linked = [], markedCharts = [], pointedAt = null;

// about says what a row is about: all its names, that of its first cell first, and
// which of them are names of things.
function about(row) {
  const cells = Array.from(row.cells).filter((c) => !c.matches('.n, .where'));
  return { row, table: row.closest('table'), names: cells.map(nameOf), things: cells.filter((c) => c.querySelector('code')).map(nameOf) };
}

function nameOf(cell) {
  return (cell.title && cell.querySelector('code') ? cell.title : cell.textContent).trim();
}

// index has a section's rows by the name in their first cell.
function index(section) {
  let rows = indexes.get(section);
  if (!rows) {
    rows = new Map();
    fillAll(section);
    section.querySelectorAll('tbody tr').forEach((row) => {
      const r = about(row), same = rows.get(r.names[0]);
      if (same) same.push(r);
      else rows.set(r.names[0], [r]);
    });
    indexes.set(section, rows);
  }
  return rows;
}

// partsOf takes a category apart, the whole before its part: "build: lint",
// "httpd / BUG-004", "a card of crabyard".
function partsOf(category) {
  const [part, whole] = category.replace(/^an? /, '').split(' of ');
  return whole ? [whole, part] : part.split(/: | \/ /);
}

// near says how well a category of a chart fits what a row is about. 3: it is its name,
// whatever sign stands before it, or all its parts are in the row. 2: the row is about
// the whole of which the category is a part. 1: it names the category beside its own
// name. 0: not at all.
function near(category, { names, things }) {
  const name = category.replace(/^\u25b8 /, ''), parts = partsOf(name);
  if (name === names[0] || (parts.includes(names[0]) && parts.every((p) => names.includes(p)))) return 3;
  if (parts[0] === names[0]) return 2;
  return things.includes(name) ? 1 : 0;
}

// nearest are the rows of a section that fit a category best, in each of its tables;
// where it is their name, also what other tables say of the same thing.
function nearest(section, category) {
  const best = new Map();
  index(section).forEach((rows) => rows.forEach((r) => {
    const fit = near(category, r), b = best.get(r.table) || { fit: 0 };
    if (fit > b.fit) best.set(r.table, { fit, rows: [r.row] });
    else if (fit && fit === b.fit) b.rows.push(r.row);
  }));
  return [].concat(...Array.from(best.values(), (b) => b.rows.concat(
    ...(b.fit === 3 ? b.rows.map((row) => twins(section, row).map((r) => r.row)) : []),
  )));
}

// twins are what other tables of a section say of the same thing.
function twins(section, row) {
  return (index(section).get(nameOf(row.cells[0])) || []).filter((r) => r.table !== row.closest('table') && sameThing(row, r.row));
}

// sameThing says so of two rows with one name in their first cells: what else they
// are called must not differ where their tables have a column in common.
function sameThing(a, b) {
  return Array.from(a.cells).every((cell) => {
    const head = a.closest('table').tHead.rows[0].cells[cell.cellIndex].textContent;
    const other = cell.querySelector('code') && Array.from(b.cells)
      .find((c) => b.closest('table').tHead.rows[0].cells[c.cellIndex].textContent === head);
    return !other || nameOf(other) === nameOf(cell);
  });
}

function unlink() {
  linked.forEach((row) => row.classList.remove('linked'));
  markedCharts.forEach((figure) => figure.dispatchEvent(new CustomEvent('chart-mark')));
  linked = [];
  markedCharts = [];
}

function linkRow(row) {
  unlink();
  const section = row.closest('section');
  if (!section || !nameOf(row.cells[0])) return;
  const same = twins(section, row), all = same.concat(about(row));
  mark(same.map((r) => r.row));
  markedCharts = Array.from(section.querySelectorAll('figure.chart-drawn'));
  markedCharts.forEach((figure) => figure.dispatchEvent(new CustomEvent('chart-mark', {
    detail: (name) => Math.max(...all.map((r) => near(name, r))),
  })));
}

function linkNames(figure, categories) {
  unlink();
  mark([].concat(...categories.map((c) => nearest(figure.closest('section'), c))));
}

function mark(rows) {
  linked = rows;
  linked.forEach((row) => row.classList.add('linked'));
}

// point is called for every row that the pointer comes to, and with null where
// there is none: then the chosen row is what counts.
function point(row) {
  if (row === pointedAt) return;
  pointedAt = row;
  if (row || chosen) linkRow(row || chosen);
  else unlink();
}

document.addEventListener('chart-point', (e) => {
  pointedAt = undefined;
  if (e.detail.length) linkNames(e.target, e.detail);
  else if (chosen) linkRow(chosen);
  else unlink();
});
