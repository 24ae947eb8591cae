// One search over the whole page: rows of tables, and texts. It marks what it finds,
// unfolds what holds it, and counts it, also beside the contents.

const SEARCHED = 'main tbody tr, main :is(.attention, .items) > li, main :is(h2, h3, figcaption, caption), main dl > div, main li[id], main p';
const search = document.getElementById('search'), found = document.getElementById('found');
const painted = window.Highlight && CSS.highlights ? new Highlight() : null;
let hits = [], at = -1, query = '', unfoldedForSearch = [], searchLater = 0, everything;

if (painted) CSS.highlights.set('found', painted);

// searched lists what a search looks through: no part of what is listed itself.
function searched() {
  if (!everything) {
    fillAll(document);
    everything = Array.from(document.querySelectorAll(SEARCHED)).filter((e) => !e.parentElement.closest(SEARCHED));
  }
  return everything;
}

function setSearch(text) {
  clearTimeout(searchLater); // what was typed is searched for now
  query = text;
  if (search.value !== text) search.value = text;
  hits.forEach((e) => e.classList.remove('hit', 'hit-now'));
  unfoldedForSearch.forEach((d) => { d.open = false; });
  const words = wordsOf(text);
  hits = words.length ? searched().filter((e) => holds(e, words)) : [];
  at = -1;
  unfoldedForSearch = hits.flatMap(unfold);
  hits.forEach((e) => e.classList.add('hit'));
  paint(words);
  const bySection = new Map();
  hits.forEach((e) => {
    const section = e.closest('section');
    bySection.set(section, (bySection.get(section) || 0) + 1);
  });
  document.querySelectorAll('main section[id]').forEach((section) => {
    const n = bySection.get(section), shown = contents.get(section) || section.querySelector('.chapter > summary');
    if (!shown) return;
    if (n) shown.dataset.hits = n.toLocaleString('en');
    else delete shown.dataset.hits;
  });
  tellFound();
}

function tellFound() {
  search.closest('search').classList.toggle('searching', query !== '');
  found.textContent = !wordsOf(query).length ? '' : at < 0 ? counted(hits.length, 'hit') : (at + 1).toLocaleString('en') + ' of ' + counted(hits.length, 'hit');
}

// paint marks the words themselves, as far as a reader might look.
function paint(words) {
  if (!painted) return;
  painted.clear();
  hits.slice(0, 2000).forEach((e) => {
    const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let n = walker.nextNode(); n; n = walker.nextNode()) {
      const text = n.data.toLowerCase();
      if (text.length !== n.data.length) continue; // places would not fit
      words.forEach((w) => {
        for (let i = text.indexOf(w); i >= 0; i = text.indexOf(w, i + w.length)) {
          const range = document.createRange();
          range.setStart(n, i);
          range.setEnd(n, i + w.length);
          painted.add(range);
        }
      });
    }
  });
}

// step goes to the next hit, or with -1 to the one before.
function step(by) {
  if (!hits.length) return;
  if (at >= 0) hits[at].classList.remove('hit-now');
  at = (at < 0 && by < 0 ? hits.length - 1 : at + by + hits.length) % hits.length;
  const hit = hits[at], inside = hit.querySelector('details:not([open])');
  hit.classList.add('hit-now');
  if (inside && !wordsOf(query).every((w) => hit.innerText.toLowerCase().includes(w))) {
    inside.open = true;
    unfoldedForSearch.push(inside);
  }
  reveal(hit);
  tellFound();
}

// reveal brings an element into sight, whatever hides it.
function reveal(element) {
  unfold(element);
  if (element.matches('tr')) stand(element);
  element.scrollIntoView({ block: 'center' });
}

search.addEventListener('input', () => {
  clearTimeout(searchLater);
  searchLater = setTimeout(() => {
    setSearch(search.value);
    changed();
  }, 120);
});

search.closest('search').addEventListener('click', (e) => {
  const button = e.target.closest('button[data-step]');
  if (button) step(Number(button.dataset.step));
});

search.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter') return;
  e.preventDefault();
  if (query !== search.value) {
    setSearch(search.value);
    changed();
  }
  step(e.shiftKey ? -1 : 1);
});
