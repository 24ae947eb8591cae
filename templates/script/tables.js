// Tables: filter and sort. Rows are read when they are first asked about, never
// before: a page of ten thousand is on the screen as soon as one of ten.

const models = new Map(), texts = new WeakMap();
const BATCH = 200; // rows that are laid out anew before a frame

// model is what is known of a table: its rows in the report's order, what it is
// filtered by, the column it is sorted by (from 1; negative: falling; 0: the
// report's order), the rows in that order, and those of them that the filter leaves,
// of which the first so many stand in their place.
function model(table) {
  let m = models.get(table);
  if (!m) {
    fill(table);
    const rows = Array.from(table.tBodies[0].rows);
    m = { table, rows, filter: '', sort: 0, order: rows, shown: rows, standing: rows.length, next: 0 };
    models.set(table, m);
  }
  return m;
}

// textOf is an element's text as searches compare it.
function textOf(element) {
  let text = texts.get(element);
  if (text === undefined) {
    text = element.textContent.toLowerCase();
    texts.set(element, text);
  }
  return text;
}

function wordsOf(query) { return query.toLowerCase().split(/\s+/).filter(Boolean); }

function holds(element, words) { return words.every((w) => textOf(element).includes(w)); }

function setFilter(m, query) {
  if (m.filter === query) return;
  m.filter = query;
  arrange(m);
  const box = m.table.closest('.sheet').querySelector('.filter input');
  if (box && box.value !== query) box.value = query;
  tellShown(m);
}

// tellShown says how many rows the filter and the chips leave.
function tellShown(m) {
  const told = m.table.closest('.sheet').querySelector('.filter output'), chosen = wordsOf(m.filter).length || m.chips && m.chips.size;
  if (told) told.textContent = chosen ? m.shown.length.toLocaleString('en') + ' of ' + counted(m.rows.length, 'row') : '';
}

// arrange hides what the filter takes away, and has the rest put in its order.
function arrange(m) {
  const words = wordsOf(m.filter);
  m.shown = m.order.filter((row) => holds(row, words) && chipsPass(m, row));
  const stays = new Set(m.shown);
  m.rows.forEach((row) => { if (!stays.has(row)) row.hidden = true; });
  m.standing = 0;
  put(m, BATCH);
}

// put sets rows where they belong, from the top on. It is the layout of rows that
// were moved or hidden that takes long, a third of a second for a thousand: after so many of them
// the reader sees what there is, and the others follow frame by frame.
function put(m, most) {
  const body = m.table.tBodies[0], focus = document.activeElement;
  let at = m.standing ? m.shown[m.standing - 1].nextElementSibling : body.firstElementChild;
  for (let anew = 0; m.standing < m.shown.length && anew < most; m.standing++) {
    const row = m.shown[m.standing];
    while (at && at !== row && at.hidden) at = at.nextElementSibling;
    if (at !== row || row.hidden) anew++;
    row.hidden = false;
    if (at === row) at = row.nextElementSibling;
    else body.insertBefore(row, at);
  }
  if (focus !== document.activeElement) focus.focus({ preventScroll: true });
  placeTools();
  cancelAnimationFrame(m.next);
  if (m.standing < m.shown.length) m.next = requestAnimationFrame(() => put(m, BATCH));
}

// stand has a row in its place and in sight, also where the filter hides it.
function stand(row) {
  const m = model(row.closest('table'));
  if (!m.shown.includes(row)) setFilter(m, '');
  put(m, Infinity);
}

window.addEventListener('beforeprint', () => models.forEach((m) => put(m, Infinity)));

function counted(n, noun) { return n.toLocaleString('en') + ' ' + noun + (n === 1 ? '' : 's'); }

// keyOf is what a cell is sorted by: its rank where the page gives one, else its
// text, as a number where it is one. Nothing at all: null, which comes last.
function keyOf(cell) {
  if (!cell || cell.querySelector('.na')) return null;
  if (cell.dataset.sort) return Number(cell.dataset.sort);
  const text = cell.textContent.trim();
  if (!/^[-+\u2212]?\d[\d,]*(\.\d+)?( ?%)?$/.test(text)) return text || null;
  return Number(text.replace(/[,% ]/g, '').replace('\u2212', '-'));
}

const collator = new Intl.Collator('en', { numeric: true });

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return collator.compare(a, b);
}

function setSort(m, by) {
  const heads = Array.from(m.table.tHead.rows[0].cells), column = Math.abs(by) - 1;
  if (!(column < heads.length)) by = 0;
  if (m.sort === by) return;
  m.sort = by;
  heads.forEach((th, i) => {
    if (by && i === column) th.setAttribute('aria-sort', by > 0 ? 'ascending' : 'descending');
    else th.removeAttribute('aria-sort');
  });
  m.order = m.rows;
  if (by) {
    const keyed = m.rows.map((row, i) => ({ row, i, key: keyOf(row.cells[column]) }));
    keyed.sort((a, b) => (a.key === null) - (b.key === null) // n/a is no number: last both ways
      || (a.key === null ? 0 : Math.sign(by) * compare(a.key, b.key)) || a.i - b.i);
    m.order = keyed.map((k) => k.row);
  }
  arrange(m);
}

// The heads become buttons: rising, falling, as the report has it.
document.querySelectorAll('main table').forEach((table) => {
  if (table.tBodies[0].rows.length < 2) return;
  Array.from(table.tHead.rows[0].cells).forEach((th) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...th.childNodes);
    th.append(button);
  });
});

document.addEventListener('click', (e) => {
  const th = e.target.closest('thead th');
  if (!th || !th.querySelector('button')) return;
  const m = model(th.closest('table')), column = th.cellIndex + 1;
  setSort(m, m.sort === column ? -column : m.sort === -column ? 0 : column);
  changed();
});

document.addEventListener('input', (e) => {
  if (!e.target.matches('.filter input')) return;
  setFilter(model(e.target.closest('.sheet').querySelector('table')), e.target.value);
  changed();
});
