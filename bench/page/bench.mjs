// How quickly the report opens, beside Allure 3's report of as many results, in the
// same browser, in turn. docs/performance.md says what the figures mean.
//
//   npm ci && node bench.mjs --runs 10000
//   node bench.mjs --runs 100000 --site
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { open } from "./browser.mjs";
import { writeResults } from "./results.mjs";
import { serve } from "./serve.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: o } = parseArgs({ options: {
  runs: { type: "string", default: "10000" }, seed: { type: "string", default: "3" }, rounds: { type: "string", default: "7" },
  site: { type: "boolean", default: false }, work: { type: "string", default: join(here, "work") }, keep: { type: "boolean", default: false },
} });
const work = resolve(o.work, `${o.runs}${o.site ? "-site" : ""}`);
if (!o.keep) rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

const timed = (program, args, cwd) => {
  const start = performance.now();
  execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  return (performance.now() - start) / 1000;
};

// Ready is when a reader sees what he opened the page for. Of ours: the document is
// loaded and every chart within the window is drawn live. Of Allure's: the document is
// loaded and at least one result of its list is within the window.
const contenders = [
  {
    name: "runreport", entry: o.site ? "site/index.html" : "index.html", dir: join(work, "report"),
    ready: () => document.querySelector("h1") && [...document.querySelectorAll("figure[data-chart]")].every((f) => {
      const box = f.getBoundingClientRect();
      return box.height === 0 || box.top >= innerHeight || box.bottom <= 0 || f.classList.contains("chart-drawn");
    }),
  },
  {
    name: "Allure 3", entry: "index.html", dir: join(work, "allure"),
    ready: () => [...document.querySelectorAll('[data-testid="tree-leaf"]')].some((leaf) => {
      const box = leaf.getBoundingClientRect();
      return box.height > 0 && box.top < innerHeight && box.bottom > 0;
    }),
  },
  {
    name: "one word", entry: "index.html", dir: join(work, "word"), // what the browser takes for any page
    ready: () => true,
  },
];

if (!existsSync(join(work, "done"))) {
  const program = join(work, "runreport");
  timed("go", ["build", "-o", program, "./cmd/runreport"], join(here, "../.."));
  timed(program, ["demo", "--runs", o.runs, "--seed", o.seed, "-o", join(work, "made")]);
  contenders[0].made = timed(program, ["build", "-q", join(work, "made", "logs"), "-o", contenders[0].dir, "--format", o.site ? "site,json" : "html,json"]);
  await writeResults(join(contenders[0].dir, "summary.json"), join(work, "results"), Number(o.runs));
  contenders[1].made = timed(process.execPath, [join(here, "node_modules/allure/cli.js"), "awesome", join(work, "results"), ...(o.site ? [] : ["--single-file"]), "--output", contenders[1].dir], work);
  mkdirSync(contenders[2].dir);
  writeFileSync(join(contenders[2].dir, contenders[2].entry), '<!doctype html><html lang="en"><title>Word</title><p>Word</p></html>\n');
  mkdirSync(join(work, "done"));
}

const [ours, theirs] = contenders;
for (const c of contenders) {
  c.server = await serve(c.dir);
  c.rounds = [];
}
for (let round = 0; round < Number(o.rounds); round++) {
  for (const c of round % 2 ? contenders.toReversed() : contenders) {
    c.server.taken();
    const seen = await open(c.server.at(c.entry), c.ready);
    c.rounds.push(seen && { ...seen, bytes: c.server.taken().bytes });
    console.error(`round ${round + 1}: ${c.name} ${seen ? `ready after ${Math.round(seen.ready)} ms` : "did not come up"}`);
  }
}

const sorted = (list) => list.toSorted((a, b) => a - b);
const middle = (list) => sorted(list)[Math.floor(list.length / 2)];
const three = (list, form) => [Math.min(...list), middle(list), Math.max(...list)].map(form).join(" / ");
const rounds = ours.rounds.map((_, i) => contenders.map((c) => c.rounds[i])).filter((seen) => seen.every(Boolean));
if (rounds.length === 0) throw new Error("no round in which all came up");
console.log(`\n${o.runs} runs, ${o.rounds} rounds in turn, cold profiles; ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.version}\n`);
console.log(`| | ${contenders.map((c) => c.name).join(" | ")} | ${theirs.name} : ${ours.name} |\n|${"---|".repeat(contenders.length + 2)}`);
for (const [title, key, form] of [
  ["first contentful paint, ms", "paint", Math.round], ["largest contentful paint, ms", "largest", Math.round], ["load event, ms", "load", Math.round],
  ["ready, ms", "ready", Math.round], ["bytes on the way", "bytes", (b) => b.toLocaleString("en")], ["elements", "elements", (n) => n.toLocaleString("en")],
]) {
  const columns = contenders.map((_, i) => three(rounds.map((seen) => seen[i][key]), form));
  const ratio = three(rounds.map(([a, b]) => b[key] / a[key]), (x) => x.toFixed(1));
  console.log(`| ${title} | ${columns.join(" | ")} | ${ratio} |`);
}
console.log(`| did not come up | ${contenders.map((c) => `${c.rounds.filter((r) => !r).length} of ${o.rounds}`).join(" | ")} | |`);
if (ours.made) console.log(`| made in, s | ${ours.made.toFixed(1)} | ${theirs.made.toFixed(1)} | | |`);
for (const c of contenders) c.server.close();
