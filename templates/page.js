// The page's own script. Everything on the page works without it; this only saves
// steps. It runs before the chart scripts.
(function () {
  'use strict';

  // ECharts sets fonts by setAttribute('style', …), which the page's policy
  // refuses. The same through the style object is allowed.
  var setAttribute = Element.prototype.setAttribute;
  SVGElement.prototype.setAttribute = function (name, value) {
    if (name === 'style') this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };

  // A link to something that is folded away unfolds it.
  function unfold() {
    var at = document.getElementById(location.hash.slice(1));
    for (var d = at && at.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    if (at) at.scrollIntoView();
  }
  window.addEventListener('hashchange', unfold);
  if (location.hash) unfold();

  // On paper nothing is folded away.
  var folded = [];
  window.addEventListener('beforeprint', function () {
    folded = Array.from(document.querySelectorAll('details:not([open])'));
    folded.forEach(function (d) { d.open = true; });
  });
  window.addEventListener('afterprint', function () {
    folded.forEach(function (d) { d.open = false; });
  });

  // The contents show which section is being read.
  var links = new Map(), reading = new Set();
  document.querySelectorAll('nav a').forEach(function (a) {
    links.set(document.getElementById(a.hash.slice(1)), a);
  });
  var watcher = new IntersectionObserver(function (entries) {
    entries.forEach(function (e) { reading[e.isIntersecting ? 'add' : 'delete'](e.target); });
    var found = false;
    links.forEach(function (a, section) {
      if (!found && reading.has(section)) { a.setAttribute('aria-current', 'true'); found = true; }
      else a.removeAttribute('aria-current');
    });
  }, { rootMargin: '-20% 0px -60% 0px' });
  links.forEach(function (_, section) { watcher.observe(section); });
})();
