// The live face: <figure data-chart="ID"> with the option in
// <script type="application/json" id="chart-ID"> and the picture in .chart-static.
// A chart is drawn when it comes near the window. Until then, in print, and where
// anything is missing or fails, the picture stays.

const LIVE_RULES = '.chart-live{position:relative;overflow-x:auto;overflow-y:hidden}'
  + '@media screen{.chart-drawn .chart-static{display:none!important}}@media print{.chart-live,.zoom{display:none!important}}';

function pageTheme(figure) {
  const style = getComputedStyle(figure), theme = {};
  TOKENS.forEach((t) => { theme[t] = style.getPropertyValue('--rr-' + t).trim() || style.color; });
  return theme;
}

function live(figure) {
  const source = document.getElementById('chart-' + figure.dataset.chart), still = figure.querySelector('.chart-static');
  const stage = node('div', ''), host = node('div', '');
  const status = node('div', '', { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' });
  let chart, page, drawn, drawnAt, zoom, step = -1;
  const say = (text) => { status.textContent = step >= 0 ? text : ''; };

  function draw() {
    const width = stage.clientWidth;
    if (width < 40) return; // folded away; the observer calls again
    drawnAt = width;
    const p = prepare(JSON.parse(source.textContent), {
      echarts: window.echarts, width, theme: pageTheme(figure), family: getComputedStyle(figure).fontFamily, say, view: zoom && zoom.view(),
    });
    const size = { width: p.width, height: p.height };
    Object.assign(host.style, { width: p.width + 'px', height: p.height + 'px' });
    if (chart) chart.resize(size);
    else {
      chart = window.echarts.init(host, null, Object.assign({ renderer: 'svg' }, size));
      page = linkChart(figure, chart, () => drawn.called());
    }
    chart.setOption(p.option, true);
    drawn = p;
    if (zoom) zoom.drawn(p.plot);
    page.mark();
    figure.classList.add('chart-drawn');
  }

  function attempt() {
    try {
      draw();
    } catch (err) {
      stage.remove();
      if (zoom) zoom.remove();
      figure.classList.remove('chart-drawn');
      console.warn('chart ' + figure.dataset.chart + ' stays a picture:', err);
    }
  }

  host.addEventListener('keydown', (e) => {
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key], { walk } = drawn;
    if (!walk.length) return;
    if (e.key === 'Escape' && step >= 0) {
      e.preventDefault(); // it takes back nothing else
      step = -1;
      chart.dispatchAction({ type: 'hideTip' });
    }
    if (!move) return;
    e.preventDefault();
    step = step < 0 && move < 0 ? walk.length - 1 : (step + move + walk.length) % walk.length;
    if (zoom) zoom.reveal(drawn.across(...walk[step]));
    chart.dispatchAction({ type: 'showTip', seriesIndex: walk[step][0], dataIndex: walk[step][1] });
    page.tell(...walk[step]);
  });
  host.addEventListener('blur', () => {
    step = -1;
    if (!chart) return;
    chart.dispatchAction({ type: 'hideTip' });
    page.tell(-1, -1);
  });

  host.tabIndex = 0;
  stage.className = 'chart-live';
  status.setAttribute('role', 'status');
  stage.append(host, status);
  still.after(stage);
  if (zoomable(JSON.parse(source.textContent))) zoom = addZoom(stage, host, attempt);
  attempt();
  new ResizeObserver(() => { if (stage.isConnected && stage.clientWidth !== drawnAt) attempt(); }).observe(stage);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (chart && stage.isConnected) attempt(); });
}

function start() {
  if (!drawable() || !window.IntersectionObserver || !document.adoptedStyleSheets) return;
  const rules = new CSSStyleSheet(), seen = new IntersectionObserver((entries) => entries.forEach((e) => {
    if (!e.isIntersecting) return;
    seen.unobserve(e.target);
    library().then(() => live(e.target)).catch((err) => console.warn('charts stay pictures:', err));
  }), { rootMargin: '600px' });
  rules.replaceSync(LIVE_RULES);
  document.adoptedStyleSheets = document.adoptedStyleSheets.concat(rules);
  document.querySelectorAll('figure[data-chart]').forEach((f) => seen.observe(f));
}

if (typeof document !== 'undefined') {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
