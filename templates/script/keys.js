// The keys. Letters do nothing while one is typing, and can be switched off.

const help = document.getElementById('keys'), letters = document.getElementById('letters');
// KEYS is what the dialog lists: keys, and what they do.
const KEYS = [
  ['/', 'search the page; Enter and Shift Enter step through the hits'],
  ['j k', 'next and previous row of a table; on a row also \u2193 \u2191'],
  ['Enter', "on a row: open or close its details, or go to its page; on a column's head: sort rising, falling, as it was"],
  ['c', 'copy the row as Markdown'],
  ['w', 'say why values of the row are missing, and names in full'],
  ['l', 'copy a link to the row'],
  ['+ - 0', 'on a chart: zoom and back; the arrows step through what it shows'],
  ['Esc', 'clear the filter, the search (and go to the hit), then the chosen row'],
  ['?', 'these keys'],
];

help.querySelector('dl').append(...KEYS.map(([keys, does]) => {
  const div = element('div'), dt = element('dt');
  keys.split(' ').forEach((key, i) => dt.append(i ? ' ' : '', element('kbd', key)));
  div.append(dt, element('dd', does));
  return div;
}));

let cameFrom = null; // where the focus was before the search

const ROW_KEYS = {
  j: (row) => walk(row, 1), ArrowDown: (row) => walk(row, 1),
  k: (row) => walk(row, -1), ArrowUp: (row) => walk(row, -1),
  c: copyRow, l: copyLink, w: tellWhy,
  Enter: (row) => {
    const details = row.querySelector('details'), link = row.querySelector('th a');
    if (details) details.open = !details.open;
    else if (link) link.click();
  },
};

const PAGE_KEYS = {
  '/': () => {
    cameFrom = document.activeElement;
    search.focus();
    search.select();
  },
  '?': () => help.showModal(),
  j: () => startWalk(), k: () => startWalk(),
};

function startWalk() {
  const row = firstRow();
  if (row) focusRow(row);
}

document.addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || help.open) return;
  if (e.key === 'Escape') return escape(e);
  if (e.target.matches('input, textarea, select')) return;
  if (e.key.length === 1 && !letters.checked) return;
  const row = e.target.matches('main tbody tr') ? e.target : null;
  const key = (row && ROW_KEYS[e.key]) || PAGE_KEYS[e.key];
  if (!key || (e.key.startsWith('Arrow') && !row)) return;
  e.preventDefault();
  key(row);
});

// escape takes back one thing: what is typed here, the search, the chosen row. From the
// search the focus goes to the hit that was stepped to, or where it came from.
function escape(e) {
  if (e.target.matches('.filter input') && e.target.value) setFilter(model(e.target.closest('.sheet').querySelector('table')), '');
  else if (query || e.target === search) {
    const hit = hits[at];
    setSearch('');
    if (e.target === search) leaveSearch(hit);
  } else if (chosen) choose(null);
  else return;
  e.preventDefault();
  changed();
}

function leaveSearch(hit) {
  search.blur();
  if (hit && hit.matches('tr') && hit.checkVisibility()) focusRow(hit);
  else if (cameFrom && cameFrom.isConnected) cameFrom.focus();
  cameFrom = null;
}

document.addEventListener('click', (e) => {
  if (e.target.closest('.show-keys')) help.showModal();
  if (e.target === help) help.close(); // beside the sheet
});
