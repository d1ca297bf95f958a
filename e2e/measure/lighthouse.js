// Lighthouse on the start page and on a table, as a phone on a slow line would have them (its mobile preset).

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { launch as launchChrome } from "chrome-launcher";
import lighthouse from "lighthouse";

import { measured, median } from "./measured.js";

const ROUNDS = Number(process.env.LUDO_ROUNDS ?? 3);
const ATTEMPTS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const FIGURES = { "first-contentful-paint": "ms", "largest-contentful-paint": "ms", "speed-index": "ms", "total-blocking-time": "ms", "cumulative-layout-shift": "" };

await measured(async ({ places, folder }) => {
  // The tools that it shuts Chromium with expect a sandbox of a person, not of the root of a build machine.
  const flags = ["--headless=new", "--disable-gpu", "--no-first-run", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const chrome = await launchChrome({ chromePath: process.env.LUDO_CHROMIUM, chromeFlags: flags, logLevel: "silent" });
  try {
    for (const [name, url] of Object.entries(places)) {
      const runs = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { lhr, report } = await looked(url, chrome.port);
        runs.push(lhr);
        await writeFile(join(folder, `lighthouse-${name}.html`), report);
      }
      const scores = CATEGORIES.map((category) => `${category} ${median(runs.map((run) => Math.round(run.categories[category].score * 100)))}`);
      const figures = Object.entries(FIGURES).map(([id, unit]) => `${id} ${Number(median(runs.map((run) => run.audits[id].numericValue)).toFixed(unit ? 0 : 3))}${unit && ` ${unit}`}`);
      console.log(`${name}: ${scores.join(", ")}; ${figures.join(", ")}`);
      const last = runs.at(-1);
      for (const category of CATEGORIES) {
        for (const { id, weight } of last.categories[category].auditRefs) {
          const { score, title, displayValue = "" } = last.audits[id];
          if (weight > 0 && score !== null && score < 0.9) console.log(`  ${category}: ${title} ${displayValue}`);
        }
      }
    }
  } finally {
    await chrome.kill();
  }
});

/** Looks until the trace is one: on a machine that does much else it may be lost, which says nothing of the page. */
async function looked(url, port) {
  for (let left = ATTEMPTS; ; left -= 1) {
    const { lhr, report } = await lighthouse(url, { port, output: "html", onlyCategories: CATEGORIES, logLevel: "silent" });
    if (!lhr.runtimeError) return { lhr, report };
    if (left === 1) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    console.log(`${url}: ${lhr.runtimeError.code}, once more`);
  }
}
