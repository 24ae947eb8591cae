// The layout of charts with an upright value axis: lines, steps, columns.

function layPlot(c) {
  const { kind, x: across, y: up } = c.chart, [xAxis] = c.option.xAxis, [yAxis] = c.option.yAxis;
  const names = xAxis.data, title = yAxis.name, xTitle = xAxis.name, lines = kind !== 'columns';
  let top = 0;
  if (!c.chart.points || (names && !names.length)) return nothing(c, top);

  const h = Math.round(Math.max(170, Math.min(270, c.width * 0.36))), s = scale(up, h / 42);
  const left = widest(c, s.ticks.map((t) => tickText(s, t)), SMALL) + 10;
  const entries = keyed(c, title), endsW = widest(c, entries.map((e) => e.name), SMALL) + 16;
  const ends = lines && entries.length > 1 && endsW <= c.width * 0.24; // lines are named at their ends
  const cutoff = c.chart.cutoff ? [{ name: c.chart.cutoff, role: c.option.series[0].role, cutoff: true }] : [];
  top += key(c, top, (ends ? [] : entries).concat(cutoff));
  if (title) c.frame.push(words(c, cut(c, title, c.width, SMALL), 0, top + 7, minor(c)));
  top += title ? 22 : 8;
  c.plot = { x: left, y: top, w: c.width - left - (ends ? endsW : 14), h };
  if (names) categoryAxis(c, xAxis, names.length);
  else numberAxis(c, xAxis, across);

  const marks = c.chart.marks || [], moments = inSight(c, marks.filter((m) => m.x)), markNames = uprightNames(c, moments);
  top = c.plot.y += namesHeight(markNames);
  c.y = (v) => top + (1 - place(s, v)) * h;
  c.height = top + h + (xTitle ? 40 : 24);
  if (xTitle) c.frame.push(words(c, cut(c, xTitle, c.plot.w, SMALL), left, top + h + 32, minor(c)));
  numbers(c, yAxis, s, 8);
  if (names) columnNames(c, xAxis, names);
  grid(c);
  uprightMarks(c, moments, markNames);
  levelMarks(c, marks.filter((m) => !m.x));
  if (!lines) return barLooks(c, Math.max(1, Math.min(42, c.band * 0.7)));
  lineLooks(c);
  if (ends) endNames(c, entries);
}

// categoryAxis sets the columns side by side; of a part no column is cut.
function categoryAxis(c, axis, n) {
  const { by, from } = c.env.view || { by: 1, from: 0 }, seen = Math.min(n, Math.max(2, Math.round(n / by)));
  axis.min = Math.min(n - seen, Math.round(from / by * n));
  axis.max = axis.min + seen - 1;
  c.band = c.plot.w / seen;
  c.x = (i) => c.plot.x + (i - axis.min + 0.5) * c.band;
}

// columnNames sets the names along the X axis: all where they fit, long ones cut, else
// every so many.
function columnNames(c, axis, names) {
  const { band } = c, y = c.plot.y + c.plot.h + 13;
  let room = Math.min(96, widest(c, names, SMALL)), every = 1;
  if (room > band - 6) {
    if (band >= 64 && room === 96) room = band - 8;
    else every = Math.ceil((room + 12) / band);
  }
  baseAxis(c, axis);
  axis.axisLabel = { show: false };
  names.forEach((name, i) => {
    if (i % every || i < axis.min || i > axis.max) return;
    const text = cut(c, name, room, SMALL), half = widthOf(c, text, SMALL) / 2;
    c.frame.push(words(c, text, Math.max(half, Math.min(c.width - half, c.x(i))), y, minor(c, { align: 'center' })));
  });
}

// numberAxis sets an X axis of numbers or times, ending where the data do.
function numberAxis(c, axis, across) {
  const s = scale(across, c.plot.w * lengths(c) / 92);
  endAtData(s, across);
  narrow(s, c.env.view);
  c.x = (v) => c.plot.x + place(s, v) * c.plot.w;
  numbers(c, axis, s, 6);
  baseAxis(c, axis);
}

function lineLooks(c) {
  c.option.series.forEach((s) => {
    if (s.type !== 'line') return;
    const l = look(s.role), ink = colour(c, s.role), one = s.data.length === 1;
    s.lineStyle = { color: ink, width: 1.8, type: l.dash || 'solid' };
    s.itemStyle = l.hollow ? { color: c.env.theme.paper, borderColor: ink, borderWidth: 1.6 } : { color: ink };
    s.symbol = { square: 'rect', plus: 'path://M-1-3H1V-1H3V1H1V3H-1V1H-3V-1H-1Z' }[l.shape] || l.shape;
    s.symbolSize = l.shape === 'diamond' ? 8 : 6;
    s.showSymbol = one || (c.chart.kind === 'lines' && s.data.length <= 40);
    s.showAllSymbol = true;
    s.silent = true;
    s.z = 3;
    if (s.data.length > 1000) s.sampling = 'lttb';
  });
}

// endNames names each line beside its last value, moved apart where they crowd.
function endNames(c, entries) {
  const bottom = c.plot.y + c.plot.h, x = c.plot.x + c.plot.w + 4, apart = 14;
  const ends = entries.map((s) => {
    const last = s.data.filter((d) => d.value[1] != null && c.x(d.value[0]) < x).pop();
    return { s, y: last ? c.y(last.value[1]) : bottom };
  }).sort((a, b) => a.y - b.y);
  ends.forEach((e, i) => { if (i) e.y = Math.max(e.y, ends[i - 1].y + apart); });
  for (let i = ends.length - 1, floor = bottom; i >= 0; i--, floor -= apart) { // back up where the room ran out
    ends[i].y = Math.min(ends[i].y, floor);
    floor = ends[i].y;
  }
  ends.forEach((e) => c.frame.push(symbol(c, e.s.role, x + 4, e.y, 3), words(c, e.s.name, x + 12, e.y, { fontSize: SMALL })));
}
