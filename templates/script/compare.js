// Two runs side by side, item by item: the steps of runs, or the bugs of measured sides.

const compareData = document.getElementById('compare-data');
let comparable = null, comparedPair = '';

const COMPARED_LOOKS = { passed: 'good', found: 'good', flaky: 'warn', failed: 'bad', missed: 'bad' };

// compareReady fills the pickers. Without a choice the latest run that did not pass is
// compared with the latest before it of the same subject.
function compareReady() {
  if (!compareData || comparable) return;
  comparable = JSON.parse(compareData.textContent).entries;
  document.querySelectorAll('.pickers select').forEach((select) => {
    select.append(...comparable.map((c, i) => {
      const o = element('option', c.name + (c.result ? ' ' + c.result : '') + ' (' + c.about + ')');
      o.value = i;
      return o;
    }));
  });
  const subject = (c) => c.about.split(', ').slice(0, 2).join(), failed = comparable.findIndex((c) => c.result === 'failed'), b = Math.max(failed, 0);
  const before = comparable.findIndex((c, i) => i > b && c.result !== 'failed' && subject(c) === subject(comparable[b]));
  compareTwo(before < 0 ? Math.min(b + 1, comparable.length - 1) : before, b);
}

function picker(name) { return document.querySelector('.pickers [name="' + name + '"]'); }

function compareTwo(a, b) {
  picker('a').value = a;
  picker('b').value = b;
  showCompared();
}

// itemsOf has an entry's items by name; those of one name are numbered.
function itemsOf(entry) {
  const items = new Map();
  entry.items.forEach((item) => {
    let name = item.n;
    for (let n = 2; items.has(name); n++) name = item.n + ' (' + n + ')';
    items.set(name, item);
  });
  return items;
}

function secondsText(s) {
  if (s < 60) return (Math.round(s * 10) / 10) + ' s';
  const minutes = Math.floor(s / 60), rest = Math.round(s - 60 * minutes);
  return minutes < 60 ? minutes + ' min ' + String(rest).padStart(2, '0') + ' s' : Math.floor(minutes / 60) + ' h ' + String(minutes % 60).padStart(2, '0') + ' min';
}

function comparedCell(item) {
  const td = element('td', item ? item.r || 'unknown' : 'not there');
  if (item) td.className = 'r-' + (COMPARED_LOOKS[item.r] || 'unknown');
  return td;
}

function showCompared() {
  const a = comparable[picker('a').value], b = comparable[picker('b').value], all = document.querySelector('.pickers [name="same"]').checked;
  const first = itemsOf(a), second = itemsOf(b), names = Array.from(new Set([...first.keys(), ...second.keys()]));
  const timed = [...a.items, ...b.items].some((i) => i.s !== undefined);
  const lines = names.map((name) => {
    const x = first.get(name), y = second.get(name), both = x && y && x.s !== undefined && y.s !== undefined;
    const by = both && x.s > 0 ? y.s / x.s - 1 : null;
    return { name, x, y, by, differs: !x || !y || x.r !== y.r, moved: by !== null && Math.abs(by) >= 0.1 && Math.abs(y.s - x.s) >= 1 };
  });
  const shown = lines.filter((l) => all || l.differs || l.moved).sort((l, m) => m.differs - l.differs || Math.abs(m.by || 0) - Math.abs(l.by || 0));
  const out = document.getElementById('compared'), results = lines.filter((l) => l.differs).length, times = lines.filter((l) => !l.differs && l.moved).length;
  out.replaceChildren(element('p', counted(names.length, 'item') + ': ' + results + ' with another result' + (timed ? ', ' + times + ' with another duration (10 % and 1 s or more)' : '') + '.'));
  if (shown.length) out.append(comparedTable(a, b, shown, timed));
  comparedPair = a.key + '~~' + b.key;
}

function comparedTable(a, b, lines, timed) {
  const table = element('table'), head = element('tr'), scroll = element('div', undefined, 'scroll');
  ['Item', a.name, b.name].concat(timed ? ['Duration, first', 'Duration, second', '\u0394'] : []).forEach((text, i) => {
    const th = element('th', text, i > 2 ? 'n' : '');
    th.scope = 'col';
    head.append(th);
  });
  table.createTHead().append(head);
  table.createTBody().append(...lines.map((l) => {
    const tr = element('tr'), th = element('th'), duration = (item) => element('td', item && item.s !== undefined ? secondsText(item.s) : '\u2013', 'n');
    th.scope = 'row';
    th.append(element('code', l.name));
    tr.append(th, comparedCell(l.x), comparedCell(l.y));
    if (timed) tr.append(duration(l.x), duration(l.y), element('td', l.by === null ? '\u2013' : (l.by < 0 ? '\u2212' : '+') + Math.round(Math.abs(100 * l.by)) + ' %', 'n'));
    return tr;
  }));
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', 'Items that differ');
  scroll.append(table);
  return scroll;
}

// compareKeys compares what an address names, where it is there.
function compareKeys(text) {
  if (!compareData || !text) return;
  const [a, b] = text.split('~~');
  compareReady();
  const i = comparable.findIndex((c) => c.key === a), j = comparable.findIndex((c) => c.key === b);
  if (i < 0 || j < 0) return;
  unfold(compareData);
  compareTwo(i, j);
  comparedChosen = true;
}

let comparedChosen = false; // by the reader, so that the address has it

if (compareData) {
  compareData.closest('details').addEventListener('toggle', compareReady);
  document.querySelector('.pickers').addEventListener('change', () => {
    comparedChosen = true;
    showCompared();
    changed();
  });
}
