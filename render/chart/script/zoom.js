// A chart along time, or of many points, can be drawn wider than there is room, and
// moved: by buttons, by + - 0 on the chart, by the wheel with Ctrl, by dragging.

const MOST_ZOOM = 16, MANY_SPANS = 8, MANY_POINTS = 20;

function zoomable(option) {
  const { kind } = option.chart, lengths = option.series.map((s) => s.data.length);
  if (kind === 'spans') return lengths.reduce((sum, n) => sum + n, 0) > MANY_SPANS;
  return LAYOUTS[kind] === layPlot && Math.max(0, ...lengths) > MANY_POINTS;
}

// addZoom puts the tools below a stage; redraw draws at so many times its width.
function addZoom(stage, host, redraw) {
  const tools = node('div', ''), shown = node('output', '');
  const buttons = [['\u2212', 'Zoom out', 0.5], ['+', 'Zoom in', 2], ['Reset', 'Reset: as wide as the page', 0]].map(([text, title, by]) => {
    const b = node('button', text);
    b.type = 'button';
    b.title = title;
    b.setAttribute('aria-label', title);
    b.addEventListener('click', () => to(zoom * by, stage.clientWidth / 2));
    return b;
  });
  let zoom = 1, dragged = null;

  // to zooms; what is x px from the stage's left end stays there.
  function to(wanted, x) {
    const next = Math.min(MOST_ZOOM, Math.max(1, wanted)), at = (stage.scrollLeft + x) / zoom;
    if (next !== zoom) {
      zoom = next;
      redraw(zoom);
      stage.scrollLeft = at * zoom - x;
    }
    shown.textContent = zoom > 1 ? formatNumber('count', zoom) + '\u00d7' : '';
    stage.style.cursor = zoom > 1 ? 'grab' : '';
  }

  host.addEventListener('keydown', (e) => {
    const by = { '+': 2, '=': 2, '-': 0.5, 0: 0 }[e.key];
    if (by === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    to(zoom * by, stage.clientWidth / 2);
  });
  stage.addEventListener('wheel', (e) => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    to(zoom * Math.exp(-e.deltaY / 200), e.clientX - stage.getBoundingClientRect().left);
  }, { passive: false });
  stage.addEventListener('pointerdown', (e) => {
    if (e.pointerType === 'mouse' && e.button === 0 && zoom > 1) dragged = { x: e.clientX, from: stage.scrollLeft };
  });
  window.addEventListener('pointermove', (e) => { if (dragged) stage.scrollLeft = dragged.from + dragged.x - e.clientX; });
  window.addEventListener('pointerup', () => { dragged = null; });

  tools.className = 'zoom';
  tools.setAttribute('role', 'group');
  tools.setAttribute('aria-label', 'Zoom');
  tools.append(...buttons, shown);
  stage.after(tools);
}
