// The library that draws is packed away in the page until a chart comes near the
// window. Where it cannot be unpacked the pictures stay.

let unpacking;

// library promises window.echarts.
function library() {
  if (window.echarts) return Promise.resolve();
  if (!unpacking) unpacking = unpack(document.getElementById('packed-echarts').textContent).then(run);
  return unpacking;
}

function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

// run runs a script that the page's policy names by its hash.
function run(text) {
  const script = document.createElement('script');
  script.textContent = text;
  document.head.append(script);
  if (!window.echarts) throw new Error('the page does not let the chart library run');
}

function drawable() {
  return window.echarts || (window.DecompressionStream && document.getElementById('packed-echarts'));
}
