// A row as people paste it: a small Markdown table that reads as what it says and
// as nothing else.

function plain(text) {
  return text.replace(/\s+/g, ' ').trim()
    .replace(/[\\`*~^|<>&{}[\]#$]/g, '\\$&')
    .replace(/(^|[^A-Za-z0-9])_|_(?![A-Za-z0-9])/g, (m) => m.replace('_', '\\_'))
    .replace(/@(?=\w)|:(?=\/\/)/g, '$&\u200b') // neither a mention nor an address
    .replace(/(\\#|\bwww|\bGH-)(?=[\d.])/gi, '$1\u200b');
}

function cellMarkdown(cell) {
  const places = cell.querySelectorAll('.places li');
  if (places.length) return Array.from(places, (p) => plain(p.textContent)).join(', ');
  const whole = cell.querySelector('code');
  return plain(whole && (whole.title || cell.title) ? whole.title || cell.title : cell.textContent);
}

function rowMarkdown(row) {
  const heads = Array.from(row.closest('table').tHead.rows[0].cells), cells = Array.from(row.cells);
  const line = (list) => '| ' + list.join(' | ') + ' |';
  return [
    line(heads.map((th) => plain(th.textContent))),
    line(heads.map((th) => (th.matches('.n') ? '---:' : '---'))),
    line(cells.map(cellMarkdown)),
  ].join('\n') + '\n';
}

function rowLink(row) { return location.href.split('#')[0] + '#' + row.id; }

// copy puts text on the clipboard; from a file, or where a browser refuses, by way
// of a text area.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea'), focus = document.activeElement;
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (focus) focus.focus({ preventScroll: true });
    return done;
  }
}
