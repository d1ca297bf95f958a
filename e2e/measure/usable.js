// How long until the first button works, for a phone on a slow line: a first visit, and one more with all files kept.

import { person } from "../lib/browser.js";
import { measured, median } from "./measured.js";

const ROUNDS = Number(process.env.LUDO_ROUNDS ?? 5);
/** Slow 4G as Lighthouse has it. */
const LINE = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const CPU = 4;
/** What each place offers first. */
const BUTTONS = { start: "start-bots-3", table: "sit-g", game: "home" };

await measured(async ({ browser, server, places }) => {
  for (const [name, url] of Object.entries(places)) {
    const times = { first: [], again: [], painted: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { context, page } = await person(browser, server, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
      await page.addInitScript((testid) => {
        // A button that is drawn has its handlers: both come in one piece.
        const look = () => {
          if (document.querySelector(`[data-testid="${testid}"]`)) globalThis.usable = performance.now();
          else requestAnimationFrame(look);
        };
        look();
      }, BUTTONS[name]);
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", LINE);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU });
      for (const visit of ["first", "again"]) {
        await page.goto(url);
        times[visit].push(await (await page.waitForFunction(() => globalThis.usable)).jsonValue());
        if (visit === "first") times.painted.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
      }
      await context.close();
    }
    const told = (numbers) => `${Math.round(median(numbers))} ms (${Math.round(Math.min(...numbers))} to ${Math.round(Math.max(...numbers))})`;
    console.log(`${name}: something is painted after ${told(times.painted)}, ${BUTTONS[name]} works after ${told(times.first)}, on a second visit after ${told(times.again)}`);
  }
});
