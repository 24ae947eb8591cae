// The still face: what a picture consists of that nobody points at. It lists the elements of a
// prepared chart as ECharts draws them with the settings that this script makes, and with no
// others. A Go test holds the two against each other.

// still lists the elements in the order in which they are painted, without groups.
function still({ option, plot }) {
  const painted = [];
  const put = (z, z2, el) => {
    if (el.type === 'group') el.children.forEach((child) => put(z, z2, child));
    else painted.push({ z, z2, el });
  };
  const axes = [option.yAxis[0], option.xAxis[0]];
  axes.forEach((axis, i) => stillAxis(axis, i === 1, plot, put));
  const piles = new Map();
  option.series.forEach((s) => {
    const z = s.z === undefined ? 2 : s.z;
    if (s.type === 'line') stillLine(s, axes, plot, (z2, el) => put(z, z2, el));
    else if (s.type === 'bar') stillBars(s, axes, plot, piles, (el) => put(z, 1, el));
    else s.data.forEach((_, dataIndex) => put(z, 0, s.renderItem({ dataIndex })));
  });
  return painted.sort((a, b) => a.z - b.z || a.z2 - b.z2).map((p) => p.el);
}

// along maps a value of an axis to a fraction of it, beyond its ends where the value is.
function along(axis, v) {
  if (v == null) return NaN;
  const s = axis.layout;
  if (!s) return (v + 0.5) / axis.data.length; // a category stands in the middle of its band
  return s.log ? Math.log(v / s.lo) / Math.log(s.hi / s.lo) : (v - s.lo) / (s.hi - s.lo);
}

function stillAxis(axis, level, plot, put) {
  if (axis.show === false) return;
  const { x, y, w, h } = plot, rule = (line, style) => ({ type: 'rule', line, style });
  const ticks = axis.layout ? axis.layout.ticks : [], at = ticks.map((t) => (level ? x + along(axis, t) * w : y + (1 - along(axis, t)) * h));
  if (axis.splitLine && axis.splitLine.show) {
    at.forEach((v) => put(0, 0, rule(level ? [v, y, v, y + h] : [x, v, x + w, v], { stroke: axis.splitLine.lineStyle.color })));
  }
  if (axis.axisLine && axis.axisLine.show) {
    put(0, 1, rule([x, y + h, x + w, y + h], { stroke: axis.axisLine.lineStyle.color, lineCap: 'round' }));
  }
  const label = axis.axisLabel;
  if (label.show === false) return;
  at.forEach((v, i) => {
    const style = { text: label.formatter(ticks[i]), fontSize: label.fontSize, fill: label.color, align: 'center' };
    const away = (axis.offset || 0) + label.margin + label.fontSize / 2, place = { x: v, y: axis.position === 'top' ? y - away : y + h + away };
    if (!level) {
      Object.assign(place, { x: x - label.margin, y: v });
      style.align = 'right';
    }
    if (level && i === 0) style.align = label.alignMinLabel || style.align;
    if (level && i === at.length - 1) style.align = label.alignMaxLabel || style.align;
    put(0, 10, Object.assign(place, { type: 'text', style }));
  });
}

function stillLine(s, [yAxis, xAxis], plot, put) {
  const data = s.sampling ? thinned(s.data, plot.w) : s.data;
  const points = data.map((d) => [plot.x + along(xAxis, d.value[0]) * plot.w, plot.y + (1 - along(yAxis, d.value[1])) * plot.h].map(Math.fround));
  const turned = [];
  points.forEach((p, i) => {
    turned.push(p);
    if (s.step === 'end' && i + 1 < points.length) turned.push([points[i + 1][0], p[1]]);
  });
  const { color, width, type } = s.lineStyle;
  put(10, { type: 'line', points: turned, clip: plot, style: { fill: 'none', stroke: color, lineWidth: width, lineDash: type === 'solid' ? undefined : type, lineJoin: 'bevel' } });
  if (!s.showSymbol) return;
  const style = { fill: s.itemStyle.color, stroke: s.itemStyle.borderColor, lineWidth: s.itemStyle.borderWidth };
  const near = (v, low, size) => v >= low - 0.1 && v <= low + size + 0.1;
  points.forEach(([x, y]) => {
    if (near(x, plot.x, plot.w) && near(y, plot.y, plot.h)) put(100, { type: 'symbol', symbol: s.symbol.startsWith('path:') ? 'plus' : s.symbol, x, y, size: s.symbolSize, style });
  });
}

// thinned leaves of a long line one point for each px, and of neighbours the one that makes the
// largest triangle with the point before and the mean of those after (largest triangle three buckets,
// S. Steinarsson 2013), as ECharts does.
function thinned(data, px) {
  const n = data.length, step = Math.round(n / px);
  if (n <= 10 || step <= 1) return data;
  const kept = [0], values = data.map((d) => (d.value[1] == null ? NaN : d.value[1]));
  for (let i = 1, last = 0; i < n - 1; i += step) {
    const from = Math.min(i + step, n - 1), to = Math.min(i + 2 * step, n), end = Math.min(i + step, n);
    let mean = 0, most = -1, next = i, gap = -1, gaps = 0;
    for (let k = from; k < to; k++) mean += values[k] || 0; // NaN counts as 0
    mean /= to - from;
    const y = values[last];
    for (let k = i; k < end; k++) {
      const v = values[k];
      if (Number.isNaN(v)) {
        gaps++;
        if (gap < 0) gap = k;
        continue;
      }
      const area = Math.abs((i - 1 - (to + from) / 2) * (v - y) - (i - 1 - k) * (mean - y));
      if (area > most) [most, next] = [area, k];
    }
    if (gaps > 0 && gaps < end - i) {
      kept.push(Math.min(gap, next));
      next = Math.max(gap, next);
    }
    kept.push(next);
    last = next;
  }
  kept.push(n - 1);
  return kept.map((i) => data[i]);
}

// stillBars stacks the bars of a series on those before it of the same sign. piles holds what
// each category's piles reached, a list for each category.
function stillBars(s, [yAxis, xAxis], plot, piles, put) {
  const level = !yAxis.layout, { color: fill, borderColor: stroke, borderWidth, borderType, decal } = s.itemStyle;
  const lineDash = Array.isArray(borderType) ? borderType : undefined;
  s.data.forEach((d) => {
    const [v, at] = level ? d.value : [d.value[1], d.value[0]];
    if (v == null) return;
    const pile = piles.get(at) || [], below = pile.findLast((sum) => (v >= 0 && sum > 0) || (v <= 0 && sum < 0)) || 0, top = below + v;
    piles.set(at, pile.concat(top));
    let bar;
    if (level) {
      const from = plot.x + along(xAxis, below) * plot.w;
      bar = [from, plot.y + along(yAxis, at) * plot.h - s.barWidth / 2, plot.x + along(xAxis, top) * plot.w - from, s.barWidth];
    } else {
      const from = plot.y + (1 - along(yAxis, below)) * plot.h;
      bar = [plot.x + along(xAxis, at) * plot.w - s.barWidth / 2, from, s.barWidth, plot.y + (1 - along(yAxis, top)) * plot.h - from];
    }
    const [x, y, width, height] = bar, b = Math.min(borderWidth, Math.abs(width), Math.abs(height)); // a border lies inside
    const sides = [[x, width, plot.x, plot.w], [y, height, plot.y, plot.h]].map(([a, size, low, room]) => {
      const sign = size > 0 ? 1 : -1;
      return within(a + sign * b / 2, size - sign * b, low, low + room);
    });
    if (sides.includes(null)) return;
    const [[left, w], [up, h]] = sides;
    put({ type: 'rect', shape: { x: left, y: up, width: w, height: h }, style: { fill, stroke, lineWidth: borderWidth, lineDash, decal } });
  });
}

// within holds a side of a bar, which may run backwards, within the plot; null: it is outside.
function within(a, size, low, high) {
  const from = Math.max(low, Math.min(a, a + size)), to = Math.min(high, Math.max(a, a + size));
  if (to < from) return null;
  return size < 0 ? [to, from - to] : [from, to - from];
}
