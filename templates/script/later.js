// What lies below the window is laid out when there is time for it (see "Later" in the
// style sheet): a long page is ready much sooner. A page that is opened at some place is
// laid out at once, so that the place stays where it is.

function layOutAll() {
  document.documentElement.classList.add('whole');
}

function layOutLater() {
  if (location.hash) return layOutAll();
  addEventListener('beforeprint', layOutAll);
  addEventListener('hashchange', layOutAll);
  addEventListener('load', () => setTimeout(() => (window.requestIdleCallback || setTimeout)(layOutAll), 400));
}

layOutLater();
