// The contents show which section is being read.
const contents = new Map(), reading = new Set();
document.querySelectorAll('nav a').forEach((a) => contents.set(document.getElementById(a.hash.slice(1)), a));
const reader = new IntersectionObserver((entries) => {
  entries.forEach((e) => reading[e.isIntersecting ? 'add' : 'delete'](e.target));
  let found = false;
  contents.forEach((a, section) => {
    if (!found && reading.has(section)) {
      a.setAttribute('aria-current', 'true');
      a.closest('ol').scrollLeft = a.offsetLeft - a.closest('ol').clientWidth / 2 + a.offsetWidth / 2; // where it is a strip
      found = true;
    } else a.removeAttribute('aria-current');
  });
}, { rootMargin: '-20% 0px -60% 0px' });
contents.forEach((_, section) => reader.observe(section));
