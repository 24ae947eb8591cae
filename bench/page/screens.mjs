// Photographs the first screens that TestFirstScreens wrote: for each input of DIR the page at
// 1440 and 390 px, light and dark, without script, and, with --whole, the page to its end.
//
//   RUNREPORT_SCREENS=DIR go test ./cmd/runreport -count 1 -run TestFirstScreens
//   npm ci && node screens.mjs DIR OUT [--whole]
//
// Each picture is OUT/INPUT-VIEW.png. It prints what is wrong with a view: errors of
// scripts, content wider than the window, and the height of the page in screens.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [dir, out, whole] = process.argv.slice(2);
if (!dir || !out) {
  console.error("node screens.mjs DIR OUT [--whole]");
  process.exit(2);
}
const views = [
  { name: "1440", width: 1440 },
  { name: "1440-dark", width: 1440, dark: true },
  { name: "1440-no-script", width: 1440, still: true },
  { name: "390", width: 390 },
  { name: "390-dark", width: 390, dark: true },
  { name: "390-no-script", width: 390, still: true },
];

// photograph takes one view of a page and returns what is wrong with it.
async function photograph(browser, page, view, path) {
  const tab = await browser.newPage();
  const height = view.width < 500 ? 844 : 900, wrong = [];
  tab.on("pageerror", (err) => wrong.push(`exception: ${err.message}`));
  tab.on("console", (line) => line.type() === "error" && wrong.push(`console: ${line.text()}`));
  await tab.setJavaScriptEnabled(!view.still);
  await tab.setViewport({ width: view.width, height, isMobile: view.width < 500, hasTouch: view.width < 500 });
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: view.dark ? "dark" : "light" }]);
  await tab.goto(pathToFileURL(page).href, { waitUntil: "load", timeout: 120_000 });
  await new Promise((drawn) => setTimeout(drawn, 1000)); // charts are drawn after the load
  const client = await tab.createCDPSession();
  const { cssContentSize } = await client.send("Page.getLayoutMetrics");
  if (cssContentSize.width > view.width + 1) wrong.push(`content is ${cssContentSize.width} wide in a window of ${view.width}`);
  await tab.screenshot({ path, fullPage: Boolean(whole) });
  await tab.close();
  return { screens: (cssContentSize.height / height).toFixed(1), wrong };
}

mkdirSync(out, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND"],
});
let failed = false;
try {
  for (const name of readdirSync(dir).sort()) {
    const page = resolve(dir, name, "report", "index.html");
    if (!existsSync(page)) continue;
    for (const view of views) {
      const { screens, wrong } = await photograph(browser, page, view, join(out, `${name}-${view.name}.png`));
      console.log(`${name} ${view.name}: ${screens} screens${wrong.length ? `; ${wrong.join("; ")}` : ""}`);
      failed ||= wrong.length > 0;
    }
  }
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);
