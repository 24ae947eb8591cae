// Rows that are data until they are wanted: a page of a thousand is on the screen as soon
// as one of ten, and is no longer to read than that.

// element makes an element with a text.
function element(name, text, className) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
}

// fill makes the rows of a table that are data yet.
function fill(table) {
  const sheet = table.closest('.sheet'), data = sheet && sheet.querySelector('script.later');
  if (!data) return;
  const where = table.tHead.rows[0].lastElementChild.textContent === 'Source';
  table.tBodies[0].append(...JSON.parse(data.textContent).map((row) => laterRow(row, where)));
  sheet.querySelector('.shown span').textContent = data.dataset.shown;
  data.remove();
}

function fillAll(root) { root.querySelectorAll('table').forEach(fill); }

function laterRow(row, where) {
  const tr = element('tr');
  tr.id = row.i;
  if (row.r) tr.className = 'mark r-' + row.r;
  row.c.forEach((cell, i) => {
    const e = element(i ? 'td' : 'th', undefined, cell.k), inner = cell.y || cell.m ? element(cell.y ? 'span' : 'code', cell.t) : document.createTextNode(cell.t);
    if (!i) e.scope = 'row';
    if (cell.w) e.title = cell.w;
    if (cell.s) e.dataset.sort = cell.s;
    if (cell.v) e.dataset.value = cell.v;
    e.dir = 'auto';
    if (cell.y) {
      inner.className = 'na';
      inner.title = cell.t + ': ' + cell.y;
    }
    e.append(inner);
    tr.append(e);
  });
  if (where) tr.append(laterSource(row));
  return tr;
}

// laterSource is where a row comes from, and what else there is to say of it.
function laterSource({ p: places = [], d: detail = [] }) {
  const td = element('td', undefined, 'where');
  if (!places.length && !detail.length) return td;
  const details = element('details'), list = element('ul', undefined, 'places');
  const file = places.length ? places[0].split('/').pop() : 'more';
  if (places.length === 1 && !detail.length) {
    const place = element('code', file, 'place');
    if (file !== places[0]) place.title = places[0];
    td.append(place);
    return td;
  }
  details.append(element('summary', file), ...detail.map((text) => element('p', text)));
  list.append(...places.map((place) => {
    const li = element('li');
    li.append(element('code', place));
    return li;
  }));
  if (places.length) details.append(list);
  td.append(details);
  return td;
}

// What is opened is filled; a page that is opened at some place is filled at once, so that
// the place is there.
document.addEventListener('toggle', (e) => { if (e.target.open && e.target.closest('main')) fillAll(e.target); }, true);
if (location.hash.length > 1) fillAll(document);
window.addEventListener('hashchange', () => fillAll(document));
