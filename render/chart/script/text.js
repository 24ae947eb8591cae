// Text: how wide it is, how it is cut, how it breaks into lines.

const NAME = 12, SMALL = 11; // sizes, px

function widthOf(c, text, size, bold) {
  const font = (bold ? 'bold ' : '') + size + 'px ' + c.env.family;
  const slack = c.env.slack ? c.env.slack * (bold ? 1.13 : 1) : 1; // the table knows no bold
  return c.env.echarts.format.getTextRect(text, font).width * slack;
}

function widest(c, texts, size) {
  return texts.reduce((w, t) => Math.max(w, widthOf(c, t, size)), 0);
}

// cut shortens text in the middle until it fits, and remembers the whole.
function cut(c, text, room, size) {
  room += 0.01; // what was measured to fit still fits after arithmetic
  if (widthOf(c, text, size) <= room) return text;
  const chars = Array.from(text);
  let short = '\u2026';
  for (let lo = 1, hi = chars.length - 1; lo <= hi;) {
    const keep = (lo + hi) >> 1, head = Math.ceil(keep / 2);
    const trial = chars.slice(0, head).join('').trim() + '\u2026' + chars.slice(chars.length - keep + head).join('').trim();
    if (widthOf(c, trial, size) <= room) {
      short = trial;
      lo = keep + 1;
    } else {
      hi = keep - 1;
    }
  }
  const other = c.cuts.get(short);
  c.cuts.set(short, other === undefined || other === text ? text : ''); // two names cut alike: neither
  return short;
}

// wrap breaks text into lines between words.
function wrap(c, text, room, size, bold) {
  const lines = [''];
  text.split(' ').forEach((word) => {
    const last = lines.length - 1, longer = lines[last] ? lines[last] + ' ' + word : word;
    if (lines[last] && widthOf(c, longer, size, bold) > room) lines.push(cut(c, word, room, size));
    else lines[last] = lines[last] ? longer : cut(c, word, room, size);
  });
  return lines;
}
