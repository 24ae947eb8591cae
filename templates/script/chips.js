// What a table that people look things up in has beside its filter: chips that choose rows
// by the values of a column, a chooser of columns, bars behind numbers, and a copy of what
// is shown.

// toolsOf makes the chips, the chooser and the buttons of a table, once it is in sight.
function toolsOf(table) {
  const sheet = table.closest('.sheet');
  if (sheet.querySelector('.table-tools')) return;
  fill(table);
  const box = element('div', undefined, 'table-tools'), heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach((th, column) => { if (th.matches('[data-chips]')) box.append(chipsOf(table, th, column)); });
  box.append(chooserOf(table, heads), buttonOf('Copy', 'markdown'), buttonOf('CSV', 'csv'));
  sheet.querySelector('.scroll').before(box);
  heads.forEach((th, column) => { if (th.matches('[data-bar]')) barsOf(table, column); });
  showChips(model(table));
}

function buttonOf(text, name) {
  const b = element('button', text);
  b.type = 'button';
  b.name = name;
  return b;
}

function chipsOf(table, th, column) {
  const group = element('span', undefined, 'chips'), count = new Map(), looks = new Map();
  Array.from(table.tBodies[0].rows).forEach((row) => {
    const value = row.cells[column].textContent.trim();
    if (!value) return;
    count.set(value, (count.get(value) || 0) + 1);
    looks.set(value, th.matches('.key') ? (row.className.match(/r-\w+/) || [''])[0] : '');
  });
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', th.textContent);
  count.forEach((n, value) => {
    const b = buttonOf(value, 'chip');
    b.append(' ', element('small', n.toLocaleString('en')));
    b.dataset.value = value;
    b.dataset.column = column;
    if (looks.get(value)) b.className = 'sign ' + looks.get(value);
    b.setAttribute('aria-pressed', 'false');
    group.append(b);
  });
  group.hidden = count.size < 2;
  return group;
}

// chooserOf is a list of the columns; those that may go are not chosen at first.
function chooserOf(table, heads) {
  const details = element('details', undefined, 'columns'), list = element('div');
  details.append(element('summary', 'Columns'), list);
  heads.slice(1).forEach((th, i) => {
    const label = element('label'), box = element('input');
    box.type = 'checkbox';
    box.checked = getComputedStyle(th).display !== 'none';
    box.dataset.column = i + 1;
    label.append(box, ' ' + th.textContent);
    list.append(label);
  });
  const all = table.closest('.sheet').querySelector('.all');
  if (all) all.remove();
  details.addEventListener('toggle', () => { // the window may have another width by now
    if (!table.matches('.chosen')) details.querySelectorAll('input').forEach((box) => { box.checked = getComputedStyle(heads[box.dataset.column]).display !== 'none'; });
  });
  return details;
}

const chosenColumns = new CSSStyleSheet(), columnRules = new Map();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, chosenColumns];

// hideColumns leaves the columns out that are not chosen; null: as the width of the window has it.
function hideColumns(table, hidden) {
  table.classList.toggle('chosen', hidden !== null);
  columnRules.set(table.id, (hidden || []).map((column) => '#' + CSS.escape(table.id) + ' tr > :nth-child(' + (column + 1) + ') { display: none; }').join('\n'));
  chosenColumns.replaceSync(Array.from(columnRules.values()).join('\n'));
  model(table).hidden = hidden;
}

// barsOf sets how long the bar behind each number is, as a share of the longest.
function barsOf(table, column) {
  const cells = Array.from(table.tBodies[0].rows, (row) => row.cells[column]), numbers = cells.map((cell) => Number(cell.dataset.value) || 0);
  const most = Math.max(...numbers, 0);
  cells.forEach((cell, i) => {
    if (!(most > 0 && numbers[i] > 0)) return;
    cell.classList.add('bar');
    cell.style.setProperty('--share', (100 * numbers[i] / most).toFixed(1) + '%');
  });
}

// chipsPass reports whether a row has a chosen value in each column of which any is chosen.
function chipsPass(m, row) {
  return Array.from(m.chips || []).every(([column, values]) => values.has(row.cells[column].textContent.trim()));
}

function setChips(m, chips) {
  m.chips = chips;
  showChips(m);
  arrange(m);
  tellShown(m);
}

function showChips(m) {
  m.table.closest('.sheet').querySelectorAll('button[name="chip"]').forEach((b) => {
    const values = (m.chips || new Map()).get(Number(b.dataset.column));
    b.setAttribute('aria-pressed', String(Boolean(values && values.has(b.dataset.value))));
  });
}

// In an address the chips are COLUMN.VALUE~COLUMN.VALUE.
function chipsText(m) {
  return Array.from(m.chips || []).flatMap(([column, values]) => Array.from(values, (v) => column + '.' + v)).join('~');
}

function chipsFrom(m, text) {
  const chips = new Map(), columns = m.table.tHead.rows[0].cells;
  text.split('~').forEach((part) => {
    const [, column, value] = part.match(/^(\d{1,3})\.(.+)$/) || [];
    if (!value || !columns[column] || !columns[column].matches('[data-chips]')) return;
    chips.set(Number(column), (chips.get(Number(column)) || new Set()).add(value));
  });
  return chips;
}

// shownCells are the texts that a reader sees of a table, the heads first.
function shownCells(table) {
  const heads = Array.from(table.tHead.rows[0].cells), seen = heads.map((th) => getComputedStyle(th).display !== 'none' && th.textContent !== 'Source');
  const of = (row) => Array.from(row.cells).filter((_, i) => seen[i]);
  return [heads.filter((_, i) => seen[i]), ...model(table).shown.map(of)];
}

// csvOf writes a text for a spreadsheet, which must not take it for a formula.
function csvOf(text) {
  const t = text.replace(/\s+/g, ' ').trim(), safe = /^[=+@\t\r]|^-(?!\d)/.test(t) ? "'" + t : t;
  return /[",\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
}

function textIn(cell) {
  const code = cell.querySelector('code');
  return code && cell.title ? cell.title : cell.textContent;
}

function tableMarkdown(table) {
  const [heads, ...rows] = shownCells(table), line = (list) => '| ' + list.join(' | ') + ' |\n';
  return line(heads.map((th) => plain(th.textContent))) + line(heads.map((th) => (th.matches('.n') ? '---:' : '---'))) + rows.map((cells) => line(cells.map(cellMarkdown))).join('');
}

function tableCSV(table) {
  return shownCells(table).map((cells) => cells.map((c) => csvOf(textIn(c))).join(',')).join('\r\n') + '\r\n';
}

function download(name, text) {
  const a = element('a');
  a.href = URL.createObjectURL(new Blob(['\ufeff' + text], { type: 'text/csv' }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

document.addEventListener('click', (e) => {
  const b = e.target.closest('.table-tools button');
  if (!b) return;
  const table = b.closest('.sheet').querySelector('table'), m = model(table);
  if (b.name === 'markdown') copied('Table', tableMarkdown(table));
  if (b.name === 'csv') download(table.id.slice('table-'.length) + '.csv', tableCSV(table));
  if (b.name !== 'chip') return;
  const chips = new Map(m.chips || []), column = Number(b.dataset.column), values = new Set(chips.get(column));
  if (!values.delete(b.dataset.value)) values.add(b.dataset.value);
  if (values.size) chips.set(column, values);
  else chips.delete(column);
  setChips(m, chips);
  changed();
});

document.addEventListener('change', (e) => {
  const chooser = e.target.closest('.columns');
  if (!chooser) return;
  hideColumns(chooser.closest('.sheet').querySelector('table'), Array.from(chooser.querySelectorAll('input')).filter((box) => !box.checked).map((box) => Number(box.dataset.column)));
  changed();
});

document.addEventListener('toggle', (e) => {
  if (e.target.open && e.target.matches('main .chapter')) e.target.querySelectorAll('table.main').forEach(toolsOf);
}, true);
