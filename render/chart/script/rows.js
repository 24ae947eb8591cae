// The layout of charts whose categories run down the page: dots, dumbbells,
// ranges, bars, spans. On a narrow page a row's name and words stand above its
// mark, else beside it.

const NARROW = 560; // px

function layRows(c) {
  const axis = c.option.xAxis[0], title = axis.name, names = c.option.yAxis[0].data || [], wide = c.width >= NARROW;
  let top = 0;
  top += key(c, top, keyed(c, title));
  if (!names.length) return nothing(c, top);

  c.lanes = Math.max(1, c.chart.lanes || 1);
  c.mark = Math.max(14, c.lanes * 13);
  c.pitch = wide ? Math.max(names.length > 60 ? 18 : 23, c.mark + 9) : c.mark + 25;
  const texts = rowTexts(c, names.length), textW = widest(c, [].concat(...texts).filter(Boolean), SMALL);
  const left = wide ? Math.min(widest(c, names, NAME), c.width * 0.36) + 10 : 7;
  const beside = textW > 0 && textW <= c.width - left - Math.max(180, c.width * 0.3);
  const right = !wide ? 8 : beside ? textW + 16 : 16, w = c.width - left - right;
  const s = scale(c.chart.x, w * lengths(c) / (c.chart.x.unit === 's' || c.chart.x.time ? 92 : 76));
  endAtData(s, c.chart.x);
  narrow(s, c.env.view);
  c.x = (v) => left + place(s, v) * w;

  c.plot = { x: left, w };
  const marks = inSight(c, c.chart.marks || []), markNames = uprightNames(c, marks), marksH = namesHeight(markNames);
  const above = names.length > 15, axisH = title ? 36 : 20; // a long list has its axis at the top
  top += marksH + (above ? axisH : 0) + (wide ? 2 : 6);
  Object.assign(c.plot, { y: top, h: names.length * c.pitch });
  c.y = (row) => top + (row + 0.5) * c.pitch;
  c.height = top + c.plot.h + (above ? 4 : axisH + 2);

  numbers(c, axis, s, 6);
  axis.position = above ? 'top' : 'bottom';
  axis.offset = above ? marksH : 0;
  c.option.yAxis[0].show = false;
  grid(c);
  if (title) c.frame.push(words(c, cut(c, title, c.width - left, SMALL), left, above ? top - marksH - 26 : top + c.plot.h + 28, minor(c)));
  const rules = names.map((name, i) => (wide ? besideRow : aboveRow)(c, i, name, texts[i], left, beside));
  c.under.push(strokes(rules.map((y) => [0, y, c.width, y]), c.env.theme.grid));
  uprightMarks(c, marks, markNames);
  if (c.chart.kind === 'bars') barLooks(c, c.mark);
  c.rowHits = c.chart.kind === 'spans' ? 0 : names.length;
}

// rowTexts collects what stands at the right of each row, a line per lane.
function rowTexts(c, n) {
  const { kind, lanes } = c.chart, series = c.option.series, texts = Array.from({ length: n }, () => []);
  if (kind === 'spans' || (kind === 'bars' && piled(series))) return texts;
  series.forEach((s, i) => {
    if (kind === 'dumbbell' && i !== Math.min(1, series.length - 1)) return;
    s.data.forEach((d) => {
      const row = texts[d.value[1]], lane = lanes > 1 ? i : 0;
      if (kind === 'bars' && !d.name && d.value[0] == null) return; // there to keep its series in step
      if (row[lane] === undefined && (d.name || d.value[0] == null)) row[lane] = d.name || 'n/a';
    });
  });
  return texts;
}

// piled says that some row has bars of several series, one upon the other.
function piled(series) {
  const seen = new Set();
  return series.some((s) => s.data.some((d) => {
    if (d.value[0] == null) return false;
    if (seen.has(d.value[1])) return true;
    seen.add(d.value[1]);
    return false;
  }));
}

// besideRow sets a row's words beside its mark, and returns where the rule under
// the row goes.
function besideRow(c, i, name, texts, left, beside) {
  const y = c.y(i);
  c.frame.push(words(c, cut(c, name, left - 10, NAME), left - 10, y, { align: 'right' }));
  if (beside) texts.forEach((t, lane) => c.frame.push(words(c, t, c.width, laneY(c, i, lane), minor(c, { align: 'right' }))));
  return crisp(y + c.pitch / 2);
}

// aboveRow sets a row's words above its mark. Words of several lanes are left to
// the tooltip.
function aboveRow(c, i, name, texts) {
  const y = c.y(i), line = y - c.mark / 2 - 9;
  let room = c.width;
  if (texts.length === 1 && texts[0]) {
    const text = cut(c, texts[0], c.width * 0.6, SMALL);
    c.frame.push(words(c, text, c.width - 1, line, minor(c, halo(c, { align: 'right' }))));
    room -= widthOf(c, text, SMALL) + 12;
  }
  c.frame.push(words(c, cut(c, name, room, NAME), 1, line, halo(c)));
  return crisp(y + c.mark / 2 + 6);
}

// laneY is the middle of a lane: where series stand side by side in a row.
function laneY(c, row, lane) {
  return c.y(row) + (c.lanes > 1 ? (lane - (c.lanes - 1) / 2) * 13 : 0);
}

function barLooks(c, size) {
  const several = c.option.series.length > 1;
  c.option.series.forEach((s) => {
    s.barWidth = size;
    s.silent = true;
    s.itemStyle = filling(c, s.role);
    if (several && size > 9 && !s.itemStyle.borderWidth) s.itemStyle.borderWidth = 1;
  });
}
