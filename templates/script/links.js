// What is pointed at is marked wherever its section names it: rows by their first
// cell, charts by their categories.

const indexes = new WeakMap();
let linked = [], markedCharts = [], pointedAt = null;

// namesOf are the names in a row, the one of its first cell first.
function namesOf(row) {
  return Array.from(row.cells).filter((c) => !c.matches('.n, .where')).map(nameOf);
}

function nameOf(cell) {
  return (cell.title && cell.querySelector('code') ? cell.title : cell.textContent).trim();
}

// index has a section's rows by the name in their first cell.
function index(section) {
  let rows = indexes.get(section);
  if (!rows) {
    rows = new Map();
    section.querySelectorAll('tbody tr').forEach((row) => {
      const names = namesOf(row), same = rows.get(names[0]) || [];
      rows.set(names[0], same.concat({ row, names }));
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

// names says that a category of a chart is what a row is about: its name, or its
// name beside others that are in the row too, or a finer thing of that name.
function names(category, row) {
  if (category === row[0]) return true;
  const parts = partsOf(category);
  return parts[0] === row[0] || (parts.includes(row[0]) && parts.every((p) => row.includes(p)));
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
  const section = row.closest('section'), own = namesOf(row);
  if (!section || !own[0]) return;
  linked = (index(section).get(own[0]) || [])
    .map((r) => r.row).filter((r) => r.closest('table') !== row.closest('table') && sameThing(row, r));
  linked.forEach((r) => r.classList.add('linked'));
  markedCharts = Array.from(section.querySelectorAll('figure.chart-drawn'));
  markedCharts.forEach((figure) => figure.dispatchEvent(new CustomEvent('chart-mark', { detail: (name) => names(name, own) })));
}

function linkNames(figure, categories) {
  unlink();
  index(figure.closest('section')).forEach((rows) => rows.forEach((r) => {
    if (categories.some((c) => names(c, r.names))) linked.push(r.row);
  }));
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
