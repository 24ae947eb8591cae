// ECharts sets fonts by setAttribute('style', …), which the page's policy refuses.
// The same through the style object is allowed.
const setAttribute = Element.prototype.setAttribute;
SVGElement.prototype.setAttribute = function (name, value) {
  if (name === 'style') this.style.cssText = value;
  else setAttribute.call(this, name, value);
};
