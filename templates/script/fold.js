// What is folded away, and when it opens by itself.

// unfold opens everything that an element lies in, and gives what it opened.
function unfold(element) {
  const opened = [];
  for (let d = element.closest('details'); d; d = d.parentElement.closest('details')) {
    if (!d.open && d !== element) opened.push(d);
    d.open = true;
  }
  return opened;
}

// On paper nothing is folded away.
let unfoldedForPrint = [];
window.addEventListener('beforeprint', () => {
  unfoldedForPrint = Array.from(document.querySelectorAll('details:not([open])'));
  unfoldedForPrint.forEach((d) => { d.open = true; });
});
window.addEventListener('afterprint', () => {
  unfoldedForPrint.forEach((d) => { d.open = false; });
  unfoldedForPrint = [];
});

// foldName is what an address calls a fold: by the row or the table it belongs to. A
// chapter has no name: links lead into it, and open it.
function foldName(details) {
  if (details.matches('.chapter')) return '';
  const named = details.closest('tr[id]') || details.querySelector('table[id]');
  return named ? named.id : '';
}

// unfolded names what the reader has opened. What a search or a print has opened
// is none of it.
function unfolded() {
  const names = Array.from(document.querySelectorAll('main details[open]'))
    .filter((d) => !unfoldedForPrint.includes(d) && !unfoldedForSearch.includes(d)).map(foldName).filter(Boolean);
  return Array.from(new Set(names));
}

function setUnfolded(names) {
  document.querySelectorAll('main details').forEach((d) => {
    const name = foldName(d);
    if (name) d.open = names.includes(name);
    if (name && d.open) unfold(d);
  });
}

const openAll = document.querySelector('.open-all');
if (openAll) {
  openAll.addEventListener('click', () => {
    const open = openAll.textContent === 'Open all';
    document.querySelectorAll('main :is(.chapter, .fold)').forEach((d) => { d.open = open; });
    openAll.textContent = open ? 'Close all' : 'Open all';
  });
}

// Opening changes the address; the event comes later and does not rise.
document.addEventListener('toggle', (e) => { if (e.target.closest('main')) changed(); }, true);
