// Opens a page in a browser that has never been used and tells when it was there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { TimeoutError } from "puppeteer-core";

const patience = 120_000; // ms for one page

// watch runs in the page before anything of its own: it looks before every frame
// whether the page is ready, and notes when it was first.
function watch(ready) {
  const isReady = new Function(`return (${ready})()`);
  const look = () => {
    if (document.readyState === "complete" && isReady()) window.benchReady = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => { window.benchLargest = list.getEntries().at(-1).startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
}

// open gives first and largest contentful paint, the load event and readiness, in ms
// from the start of the navigation, or null where the page did not come up. The browser
// has its own new profile, and has come to rest before. What was painted is looked up a
// moment after the page is ready, since the browser tells of a paint after it.
export async function open(url, ready) {
  const profile = mkdtempSync(join(tmpdir(), "bench-page-"));
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, userDataDir: profile, protocolTimeout: patience,
    // Names do not resolve: what a page asks of the net fails at once, for both alike.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    await new Promise((rest) => setTimeout(rest, 500));
    await page.evaluateOnNewDocument(watch, ready.toString());
    await page.goto(url, { waitUntil: "load", timeout: patience });
    try {
      await page.waitForFunction(() => window.benchReady && window.benchLargest && performance.getEntriesByName("first-contentful-paint").length, { timeout: patience, polling: 100 });
    } catch (err) {
      if (err instanceof TimeoutError) return null;
      throw err;
    }
    await new Promise((told) => setTimeout(told, 500));
    return await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      largest: window.benchLargest,
      load: performance.getEntriesByType("navigation")[0].loadEventEnd,
      ready: window.benchReady,
      elements: document.querySelectorAll("*").length,
    }));
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
