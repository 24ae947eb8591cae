// The keys. Letters do nothing while one is typing, and can be switched off.

const help = document.getElementById('keys'), letters = document.getElementById('letters');

const ROW_KEYS = {
  j: (row) => walk(row, 1), ArrowDown: (row) => walk(row, 1),
  k: (row) => walk(row, -1), ArrowUp: (row) => walk(row, -1),
  c: copyRow, l: copyLink,
  Enter: (row) => {
    const details = row.querySelector('details');
    if (details) details.open = !details.open;
  },
};

const PAGE_KEYS = {
  '/': () => {
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
  if (e.ctrlKey || e.metaKey || e.altKey || help.open) return;
  if (e.key === 'Escape') return escape(e);
  if (e.target.matches('input, textarea, select')) return;
  if (e.key.length === 1 && !letters.checked) return;
  const row = e.target.matches('main tbody tr') ? e.target : null;
  const key = (row && ROW_KEYS[e.key]) || PAGE_KEYS[e.key];
  if (!key || (e.key.startsWith('Arrow') && !row)) return;
  e.preventDefault();
  key(row);
});

// escape takes back one thing: what is typed here, the search, the chosen row.
function escape(e) {
  if (e.target.matches('.filter input') && e.target.value) setFilter(model(e.target.closest('.sheet').querySelector('table')), '');
  else if (query || search.value) {
    setSearch('');
    if (e.target === search) search.blur();
  } else if (chosen) {
    if (document.activeElement === chosen) chosen.blur();
    choose(null);
  } else return;
  e.preventDefault();
  changed();
}

document.addEventListener('click', (e) => {
  if (e.target.closest('.show-keys')) help.showModal();
  if (e.target === help) help.close(); // beside the sheet
});
