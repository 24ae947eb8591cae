// Rows can be walked through, chosen and copied. One row of each table takes part in
// the order of Tab; the tools of a row are one element that goes where it is needed.

let chosen = null, toolsFor = null;
const told = document.getElementById('told'), tools = document.getElementById('row-tools');

document.querySelectorAll('main tbody').forEach((body) => { body.rows[0].tabIndex = 0; });

function choose(row) {
  if (row === chosen) return;
  if (chosen) chosen.removeAttribute('aria-current');
  chosen = row;
  if (row) {
    row.setAttribute('aria-current', 'true');
    row.closest('tbody').querySelectorAll(':scope > tr[tabindex]').forEach((r) => { if (r !== row) r.removeAttribute('tabindex'); });
    row.tabIndex = 0;
    linkRow(row);
  } else unlink();
  toolsTo(row);
}

// toolsTo sets the tools beside a row: behind it where there is room.
function toolsTo(row) {
  toolsFor = row;
  tools.hidden = !row;
  if (!row) return;
  const sheet = row.closest('.sheet'), scroll = row.closest('.scroll');
  if (tools.parentElement !== sheet) scroll.after(tools);
  const box = sheet.getBoundingClientRect(), r = row.getBoundingClientRect(), right = Math.min(r.right, scroll.getBoundingClientRect().right) - box.left;
  tools.style.top = r.top - box.top + 'px';
  tools.style.left = Math.min(right + 6, box.width - tools.offsetWidth) + 'px';
}

// placeTools sets the tools to the chosen row, wherever that stands now.
function placeTools() { toolsTo(chosen && !chosen.hidden ? chosen : null); }

function walk(row, by) {
  const { shown } = model(row.closest('table')), next = shown[shown.indexOf(row) + by];
  if (next) focusRow(next);
}

function focusRow(row) {
  stand(row);
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

// firstRow is the row that the keyboard begins with: the chosen one, else the first
// in sight.
function firstRow() {
  if (chosen && chosen.isConnected && !chosen.hidden) return chosen;
  return Array.from(document.querySelectorAll('main tbody')).filter((b) => {
    const r = b.getBoundingClientRect();
    return r.height > 0 && r.bottom > 60;
  }).map((b) => Array.from(b.rows).find((row) => !row.hidden && row.getBoundingClientRect().top > 40)).find(Boolean);
}

// tell says something to the eye and to a screen reader, for as long as it takes to read.
let quietLater = 0;
function tell(text) {
  clearTimeout(quietLater);
  told.textContent = text;
  told.classList.add('tell');
  quietLater = setTimeout(() => told.classList.remove('tell'), 1600 + 50 * text.length);
}

async function copied(what, text) {
  told.textContent = '';
  tell(await copy(text) ? what + ' copied' : 'The browser does not let the page copy');
}

// tellWhy says what a pointer is told on a row: why a value is missing, and what a name
// is in full.
function tellWhy(row) {
  tell(Array.from(row.querySelectorAll('[title]'), (e) => e.title).join(' \u00b7 ') || 'Nothing in this row is cut or missing');
}

function copyRow(row) { return copied('Row', rowMarkdown(row)); }

function copyLink(row) { return copied('Link', rowLink(row)); }

tools.addEventListener('click', (e) => {
  const button = e.target.closest('button');
  if (button) (button.name === 'link' ? copyLink : copyRow)(toolsFor);
});

document.addEventListener('focusin', (e) => {
  if (e.target.matches('main tbody tr')) {
    choose(e.target);
    changed('replace');
  }
});

document.addEventListener('click', (e) => {
  const row = e.target.closest('main tbody tr'), why = e.target.closest('main [title]');
  if (why && e.pointerType === 'touch') tell(why.title); // a finger does not hover
  if (!row || e.target.closest('a, summary, button, input, label') || String(getSelection())) return;
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
  changed();
});

document.addEventListener('pointerover', (e) => {
  const row = e.target.closest('main tbody tr');
  if (!row && tools.contains(e.target)) return;
  if (row ? row !== toolsFor : toolsFor !== chosen) toolsTo(row || chosen);
  if (!e.target.closest('.chart-live')) point(row);
});

window.addEventListener('resize', placeTools);
