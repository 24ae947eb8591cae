// Counts the tests of each JUnit XML and CTRF file below a folder with three programs, and
// prints a table of passed, failed, skipped, flaky and other.
//
//   npm ci && node counts.mjs RUNREPORT FOLDER
//
// RUNREPORT is the program, FOLDER holds the reports. Each file is read alone. Allure counts
// broken apart from failed; here they are one, as in the others.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";

const [program, folder] = process.argv.slice(2);
const bin = (name) => join(import.meta.dirname, "node_modules", ".bin", name);
const scratch = mkdtempSync(join(tmpdir(), "counts-"));

function* files(dir) {
  for (const name of readdirSync(dir).sort()) {
    const path = join(dir, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

const run = (command, args, env = {}) =>
  execFileSync(command, args, { cwd: scratch, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60_000, env: { ...process.env, ...env } });
const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const tally = (passed = 0, failed = 0, skipped = 0, flaky = 0, other = 0) => ({ passed, failed, skipped, flaky, other });

function ours(input) {
  try {
    run(program, ["build", input, "-o", join(scratch, "ours"), "--format", "json", "-q", "--no-config"]);
  } catch (e) {
    if (e.status !== 3) return undefined; // 3: something could not be read, the report is written
  }
  const sum = tally();
  for (const r of json(join(scratch, "ours", "summary.json")).runs)
    for (const c of r.counts.filter((c) => c.by === "result")) sum[c.part in sum ? c.part : "other"] += c.value;
  return sum;
}

function allure(input) {
  run(bin("allure"), ["awesome", input, "-o", join(scratch, "allure")]);
  const s = json(join(scratch, "allure", "widgets", "statistic.json"));
  const flaky = s.flaky ?? 0;
  return tally((s.passed ?? 0) - flaky, (s.failed ?? 0) + (s.broken ?? 0), s.skipped, flaky, s.unknown);
}

// flaky tests are among those that passed
const fromCTRF = (s) => tally((s.passed ?? 0) - (s.flaky ?? 0), s.failed, (s.skipped ?? 0) + (s.pending ?? 0), s.flaky, s.other);

function converted(file) {
  const out = join(scratch, "converted.json");
  run(bin("junit-to-ctrf"), [file, "-o", out]);
  return fromCTRF(json(out).results.summary);
}

function action(file) {
  const page = join(scratch, "page.md");
  writeFileSync(page, "");
  run(bin("github-actions-ctrf"), [file, "--summary"], { GITHUB_REPOSITORY: "o/r", GITHUB_RUN_ID: "1", GITHUB_STEP_SUMMARY: page });
  const row = readFileSync(page, "utf8").split("\n").find((l) => /^\| \d+ \|/.test(l));
  const [, passed, failed, skipped, pending, other, flaky] = row.split("|").slice(1).map((c) => parseInt(c, 10));
  return fromCTRF({ passed, failed, skipped, pending, other, flaky });
}

function attempt(count, argument) {
  for (const dir of ["ours", "allure", "converted.json"]) rmSync(join(scratch, dir), { recursive: true, force: true });
  try {
    return count(argument);
  } catch {
    return undefined;
  }
}

const cell = (c) => (c ? [c.passed, c.failed, c.skipped, c.flaky, c.other].join(" ") : "not read");
console.log("Passed, failed, skipped, flaky, other.\n");
console.log("| File | runreport | Allure 3 | CTRF | Agree |\n|---|---|---|---|---|");
for (const path of files(folder)) {
  const xml = path.endsWith(".xml");
  if (!xml && !path.endsWith(".json")) continue;
  const input = join(scratch, "input");
  rmSync(input, { recursive: true, force: true });
  mkdirSync(input);
  copyFileSync(path, join(input, basename(path)));
  const peers = xml ? [attempt(allure, input), attempt(converted, join(input, basename(path)))] : [undefined, attempt(action, join(input, basename(path)))];
  const own = attempt(ours, input);
  const agree = peers.filter((p) => p).every((p) => cell(p) === cell(own));
  console.log(`| ${relative(folder, path)} | ${cell(own)} | ${xml ? cell(peers[0]) : "–"} | ${cell(peers[1])} | ${agree ? "yes" : "no"} |`);
}
rmSync(scratch, { recursive: true, force: true });
