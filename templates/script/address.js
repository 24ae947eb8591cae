// The address holds what the reader has set: #section?q=…&t.TABLE.q=…&t.TABLE.s=-3&row=…&open=…
// and t.TABLE.c=3.failed for chips, t.TABLE.h=4.7 for hidden columns, compare=KEY~~KEY.
// A plain #section stays what it always was.

let anchor = '', lastEntry = 0, writeLater = 0, written = '';

function parse(hash) {
  const [to, ...rest] = hash.slice(1).split('?');
  const params = rest.length ? new URLSearchParams(rest.join('?')) : null;
  try {
    return { anchor: decodeURIComponent(to), params };
  } catch {
    return { anchor: to, params };
  }
}

function compose() {
  const p = new URLSearchParams();
  if (query) p.set('q', query);
  models.forEach((m) => {
    const id = m.table.id.slice('table-'.length);
    if (m.filter) p.set('t.' + id + '.q', m.filter);
    if (m.sort) p.set('t.' + id + '.s', m.sort);
    if (chipsText(m)) p.set('t.' + id + '.c', chipsText(m));
    if (m.hidden) p.set('t.' + id + '.h', m.hidden.join('.'));
  });
  if (comparedChosen) p.set('compare', comparedPair);
  if (chosen && chosen.id !== anchor) p.set('row', chosen.id);
  unfolded().forEach((name) => p.append('open', name));
  const set = p.toString();
  return '#' + encodeURIComponent(anchor) + (set ? '?' + set : '');
}

// changed writes the address a moment later, as a new entry of the history, or in
// place of the last one where that is less than a second old.
function changed(how) {
  clearTimeout(writeLater);
  writeLater = setTimeout(() => write(how), 150);
}

function write(how) {
  const next = compose(), now = Date.now();
  if (next === written) return;
  const replace = how === 'replace' || now - lastEntry < 1000;
  if (!replace) lastEntry = now;
  enter(next, replace);
}

// enter makes an address the history's newest entry. Its state, {}, tells it from
// that of a link that was followed.
function enter(hash, replace) {
  written = hash;
  history[replace ? 'replaceState' : 'pushState']({}, '', hash === '#' ? location.href.split('#')[0] : hash);
}

// show sets everything as an address says, and what it does not name back.
function show(to) {
  const p = to.params || new URLSearchParams(), wanted = new Map();
  anchor = to.anchor;
  p.forEach((value, key) => {
    const [t, id, what] = key.split('.'), table = t === 't' && document.getElementById('table-' + id);
    if (table && table.tHead) wanted.set(table, Object.assign(wanted.get(table) || {}, { [what]: value }));
  });
  new Set([...models.keys(), ...wanted.keys()]).forEach((table) => {
    const w = wanted.get(table) || {};
    setFilter(model(table), w.q || '');
    setSort(model(table), Math.trunc(Number(w.s)) || 0);
    if (!table.matches('.main')) return;
    toolsOf(table);
    setChips(model(table), chipsFrom(model(table), w.c || ''));
    hideColumns(table, w.h === undefined ? null : w.h.split('.').filter(Boolean).map(Number).filter((n) => n > 0 && n < table.tHead.rows[0].cells.length));
  });
  setSearch(p.get('q') || '');
  setUnfolded(p.getAll('open'));
  compareKeys(p.get('compare'));
  choose(rowAt(p.get('row')) || rowAt(anchor));
  written = compose();
}

function rowAt(id) {
  const row = id && document.getElementById(id);
  return row && row.matches('main tbody tr') ? row : null;
}

// follow goes to a plain anchor and keeps what is set.
function follow(to) {
  anchor = to;
  const target = to && document.getElementById(to), row = rowAt(to);
  if (target) {
    const opened = unfold(target);
    if (row) stand(row);
    if (opened.length || row) target.scrollIntoView({ block: row ? 'center' : 'start' });
  }
  if (row) choose(row);
  enter(compose(), true);
}

window.addEventListener('popstate', () => {
  const to = parse(location.hash);
  clearTimeout(writeLater);
  if (to.params || history.state) show(to);
  else follow(to.anchor);
});

// firstSet is the table that a link without a place is about. On a page that is loaded
// again the browser knows better where the reader was.
function firstSet(params) {
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded && loaded.type !== 'navigate') return '';
  return Array.from(models.keys(), (table) => table.id).concat(params.getAll('open'))[0] || '';
}

function begin() {
  const to = parse(location.hash);
  if (!to.params) {
    follow(to.anchor);
    return;
  }
  show(to);
  window.addEventListener('load', () => { // by then the browser has looked for its :target, in vain
    if (to.anchor) {
      location.replace('#' + encodeURIComponent(to.anchor));
      enter(written, true);
    }
    const row = rowAt(to.params.get('row')), target = row || document.getElementById(to.anchor || firstSet(to.params));
    if (!target) return;
    unfold(target);
    if (row) stand(row);
    target.scrollIntoView({ block: row ? 'center' : 'start', behavior: 'instant' });
  });
}
