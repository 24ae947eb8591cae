// Builds echarts.min.js from the packages pinned in package-lock.json and copies
// their licences beside it. Run it as `npm ci && npm run build`.
import { build } from 'esbuild';
import { copyFileSync, readFileSync, statSync } from 'node:fs';

const output = 'echarts.min.js';
const { version } = JSON.parse(readFileSync('node_modules/echarts/package.json', 'utf8'));

// The one change to the sources. zrender keeps the width of every text it draws in
// an object under that text; for the text "__proto__" it would write to
// Object.prototype. An object without a prototype has no such key.
const cacheWithoutPrototype = {
  name: 'cache without a prototype',
  setup({ onLoad }) {
    onLoad({ filter: /zrender[\\/]lib[\\/]core[\\/]LRU\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replaceAll('this._map = {};', 'this._map = Object.create(null);');
      if (contents === source) throw new Error(`${path} is not what it was: see whether it still needs changing`);
      return { contents };
    });
  },
};

await build({
  entryPoints: ['entry.js'],
  outfile: output,
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'echarts',
  target: 'es2015', // what the program's JavaScript engine parses
  charset: 'ascii', // the file can stand in a page of any encoding
  legalComments: 'none', // the licences stand in LICENSE*, NOTICE and the banner
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [cacheWithoutPrototype],
  banner: {
    js: `/*! Apache ECharts ${version}, cut down and changed for runreport: see README.md. `
      + 'Apache-2.0; with zrender and d3 (BSD-3-Clause) and tslib (0BSD): see LICENSE*, NOTICE. */',
  },
});

const text = readFileSync(output, 'utf8');
for (const forbidden of ['</script', '<!--']) {
  if (text.toLowerCase().includes(forbidden)) {
    throw new Error(`${output} contains ${forbidden}: it could not be written into a page`);
  }
}

const licences = {
  'LICENSE': 'echarts/LICENSE',
  'NOTICE': 'echarts/NOTICE',
  'LICENSE-d3': 'echarts/licenses/LICENSE-d3',
  'LICENSE-zrender': 'zrender/LICENSE',
  'LICENSE-tslib': 'tslib/LICENSE.txt',
};
for (const [name, from] of Object.entries(licences)) {
  copyFileSync(`node_modules/${from}`, name);
}
console.log(`${output}: ECharts ${version}, ${statSync(output).size} bytes`);
