// What a chart shows under a name is marked where the page points at that name, and
// the page is told what the chart is pointed at.

// called lists what goes by a name, as [series, item, names].
function called(c) {
  const rows = c.option.yAxis[0].data, columns = c.option.xAxis[0].data;
  if (c.rowHits) return rows.map((name, i) => [c.hitSeries, i, [name]]);
  const at = { spans: (d) => [rows[d.value[2]]], matrix: (d) => [rows[d.value[1]], columns[d.value[0]]] };
  at.heat = at.matrix;
  const namesAt = at[c.chart.kind] || ((d, s) => [s.name, columns && columns[d.value[0]]]);
  return [].concat(...c.series.map((s, i) => s.data.map((d, j) => [i, j, namesAt(d, s).filter(Boolean)])));
}

// nearest are the items whose names fit best; fit gives 0 where a name does not fit.
function nearest(items, fit) {
  const fits = items.map((item) => Math.max(0, ...item[2].map(fit))), best = Math.max(1, ...fits);
  return items.filter((_, i) => fits[i] === best);
}

// linkChart ties a figure's live chart to the page; items gives what is called by a
// name in what is drawn now. It gives: tell, what the chart is pointed at by keyboard;
// mark, which marks again what was marked before it was drawn again.
function linkChart(figure, chart, items) {
  let marked = [], told = '', wanted = null;
  const tell = (names) => {
    const next = names.join('\n');
    if (next === told) return;
    told = next;
    figure.dispatchEvent(new CustomEvent('chart-point', { bubbles: true, detail: names }));
  };
  const all = (type, list) => list.forEach(([seriesIndex, dataIndex]) => chart.dispatchAction({ type, seriesIndex, dataIndex }));
  const mark = () => {
    marked = wanted ? nearest(items(), wanted) : [];
    all('highlight', marked);
  };
  figure.addEventListener('chart-mark', (e) => {
    all('downplay', marked);
    wanted = e.detail;
    mark();
  });
  const namesOf = (series, at) => (items().find((item) => item[0] === series && item[1] === at) || [0, 0, []])[2];
  chart.on('mouseover', (e) => tell(namesOf(e.seriesIndex, e.dataIndex)));
  chart.on('mouseout', () => tell([]));
  chart.on('updateAxisPointer', (e) => {
    const x = (e.axesInfo || []).find((a) => a.axisDim === 'x');
    const at = x && items().find((item) => item[1] === x.value);
    tell(at ? at[2].slice(-1) : []);
  });
  chart.getZr().on('globalout', () => tell([]));
  return { tell: (series, at) => tell(namesOf(series, at)), mark };
}
