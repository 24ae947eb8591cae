// Of a chart along time, or of many points, a part can be seen larger, and moved
// along: by buttons, by + - 0 on the chart, by the wheel with Ctrl, by dragging, and by
// whatever scrolls. Only the axis grows: names, key and values stay where they are.

const MOST_ZOOM = 16, MANY_SPANS = 8, MANY_POINTS = 20;

function zoomable(option) {
  const { kind } = option.chart, lengths = option.series.map((s) => s.data.length);
  if (kind === 'spans') return lengths.reduce((sum, n) => sum + n, 0) > MANY_SPANS;
  return LAYOUTS[kind] === layPlot && Math.max(0, ...lengths) > MANY_POINTS;
}

// addZoom makes a stage one to scroll in, with a track so many times as long under the
// chart, which stays in sight and is drawn again as it is moved. It gives: view, the part
// to draw; drawn, to be told the plot; remove, which takes the tools away; reveal, which brings a place of it (px) into sight.
function addZoom(stage, host, redraw) {
  const track = node('div', ''), tools = node('div', ''), shown = node('output', '');
  const buttons = [['\u2212', 'Zoom out', 0.5], ['+', 'Zoom in', 2], ['Reset', 'Reset: as wide as the page', 0]].map(([text, title, times]) => {
    const b = node('button', text);
    b.type = 'button';
    b.title = title;
    b.setAttribute('aria-label', title);
    b.addEventListener('click', () => to(by * times, stage.clientWidth / 2));
    return b;
  });
  let by = 1, plot = { x: 0, w: 1 }, drawnFrom = 0, dragged = null, frame = 0;
  const from = () => Math.max(0, Math.min(by - 1, stage.scrollLeft / stage.clientWidth));
  const moveTo = (lengths) => { stage.scrollLeft = lengths * stage.clientWidth; };

  // to zooms; what is x px from the stage's left end stays there.
  function to(wanted, x) {
    const next = Math.min(MOST_ZOOM, Math.max(1, wanted)), part = Math.max(0, Math.min(1, (x - plot.x) / plot.w)), at = (from() + part) / by;
    if (next !== by) {
      by = next;
      track.style.width = by * 100 + '%';
      moveTo(at * by - part);
      redraw();
    }
    shown.textContent = by > 1 ? formatNumber('count', by) + '\u00d7' : '';
    stage.style.cursor = by > 1 ? 'grab' : '';
  }

  stage.addEventListener('scroll', () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => { if (from() !== drawnFrom) redraw(); });
  });
  host.addEventListener('keydown', (e) => {
    const times = { '+': 2, '=': 2, '-': 0.5, 0: 0 }[e.key];
    if (times === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    to(by * times, stage.clientWidth / 2);
  });
  stage.addEventListener('wheel', (e) => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    to(by * Math.exp(-e.deltaY / 200), e.clientX - stage.getBoundingClientRect().left);
  }, { passive: false });
  stage.addEventListener('pointerdown', (e) => {
    if (e.pointerType === 'mouse' && e.button === 0 && by > 1) dragged = { x: e.clientX, from: from() };
  });
  window.addEventListener('pointermove', (e) => { if (dragged) moveTo(dragged.from + (dragged.x - e.clientX) / plot.w); });
  window.addEventListener('pointerup', () => { dragged = null; });

  const still = node('div', '', { position: 'sticky', left: '0', width: 'fit-content' }); // ECharts gives the host a position of its own
  still.append(host);
  track.append(still);
  stage.prepend(track);
  tools.className = 'zoom';
  tools.setAttribute('role', 'group');
  tools.setAttribute('aria-label', 'Zoom');
  tools.append(...buttons, shown);
  stage.after(tools);
  return {
    view() {
      drawnFrom = from();
      return by > 1 ? { by, from: drawnFrom } : undefined;
    },
    drawn(p) { plot = p; },
    remove() { tools.remove(); },
    reveal(x) {
      if (by === 1 || (x >= plot.x && x <= plot.x + plot.w)) return;
      moveTo(from() + (x - plot.x) / plot.w - 0.5);
      redraw();
    },
  };
}
