// The search of the site: over all runs and all other pages, without a server. The
// index lies in script files, which a page may load from a disk too; they come when
// the box is first used. Texts of logs are only ever set as text.
var runreportSite = (function () {
  'use strict';
  var most = 40; // results that are shown
  var box = document.getElementById('find'), panel = document.getElementById('finds-box');
  var list = document.getElementById('finds'), count = document.getElementById('finds-count');
  if (!box) return {};
  var root = document.documentElement.dataset.root, entries = [], asked = false, missing = 1;

  function load(path) {
    var script = document.createElement('script');
    script.src = root + path;
    script.addEventListener('error', function () { missing--; count.textContent = 'The index could not be loaded.'; });
    document.head.append(script);
  }

  function ask() {
    if (asked) return;
    asked = true;
    load('assets/index.js');
  }

  // One entry is [title, note, path below the site, when]; its words are looked up in all.
  function add(title, note, path, when) {
    entries.push({ title: title, note: note, path: path, when: when, words: (title + ' ' + note + ' ' + when).toLowerCase() });
  }

  function pages(rows) {
    rows.forEach(function (r) { add(r[0], r[1], r[2], r[3]); });
  }

  // A part of the runs: names are numbers in lists, since most of them come many times.
  function runs(part) {
    for (var i = part.runs.length - 1; i >= 0; i--) { // the latest first
      var r = part.runs[i];
      add(r[0], [part.systems[r[1]], part.subjects[r[2]], part.ends[r[3]]].filter(Boolean).join(' · '), r[4], r[5]);
    }
    missing--;
    show();
  }

  function begin(first, parts) {
    pages(first);
    missing += parts.length - 1;
    parts.forEach(load);
    show();
  }

  function line(e) {
    var item = document.createElement('li'), a = document.createElement(e.path ? 'a' : 'span');
    if (e.path) a.href = root + e.path;
    [['b', e.title], ['span', e.when], ['small', e.note]].forEach(function (x) {
      var part = document.createElement(x[0]);
      part.dir = 'auto';
      part.textContent = x[1];
      a.append(part);
    });
    item.append(a);
    return item;
  }

  function show() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean), hits = 0, found = [];
    panel.hidden = !words.length || !box.closest('.find').contains(document.activeElement); // the index may come when the reader has gone on
    if (!words.length) return;
    entries.forEach(function (e) {
      if (words.every(function (w) { return e.words.includes(w); }) && hits++ < most) found.push(line(e));
    });
    list.replaceChildren.apply(list, found);
    count.textContent = hits + (hits === 1 ? ' hit' : ' hits') + (hits > most ? ', the first ' + most + ' of them' : '') + (missing > 0 ? ', still reading' : '');
  }

  var later;
  box.addEventListener('focus', function () { ask(); show(); });
  box.addEventListener('input', function () { ask(); clearTimeout(later); later = setTimeout(show, 60); });
  box.closest('.find').addEventListener('keydown', function (e) {
    if (e.key === 'Escape') { box.value = ''; show(); box.focus(); e.preventDefault(); return; }
    var first = list.querySelector('a');
    if (e.key === 'Enter' && e.target === box && first) { first.click(); return; }
    var step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    var stops = [box].concat(Array.from(list.querySelectorAll('a')));
    stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(document.activeElement) + step))].focus();
  });
  document.addEventListener('click', function (e) { if (!e.target.closest('.find')) panel.hidden = true; });
  box.closest('.find').addEventListener('focusout', function (e) { if (e.relatedTarget && !e.relatedTarget.closest('.find')) panel.hidden = true; });
  return { begin: begin, runs: runs };
})();
