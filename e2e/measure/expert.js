// How long the strongest bot thinks in the page's worker, on a phone-class processor: `node e2e/measure/expert.js`, with LUDO_BIN and
// LUDO_CHROMIUM as in the tests. Choices of games of four and of two are asked for: milliseconds from the question to the answer, as the
// page sees them, and of the program itself on a thread that Chromium slows down four times (it slows no workers). Each is the least of
// three: the work is the same each time, and whatever else the machine does comes on top.

import { launch, person } from "../lib/browser.js";
import { choices } from "../lib/native.js";
import { Server } from "../lib/server.js";

const SLOWER = Number(process.env.LUDO_SLOWER ?? 4);
const GAMES = [["classic", "rgyb"], ["classic", "ry"], ["parchis", "rgyb"]];

/** Middle, one in twenty, most. */
function told(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms of ${sorted.length}`;
}

const server = await Server.start();
const browser = await launch();
try {
  const { context, page } = await person(browser, server);
  await page.goto("/");
  // The very files that the worker has.
  const assets = await page.evaluate(async () => {
    const boot = await (await fetch(document.querySelector('script[src*="boot"]').src)).text();
    const think = /\/assets\/think-[0-9a-f]+\.js/.exec(boot)[0];
    const thinker = /\/assets\/thinker-[0-9a-f]+\.js/.exec(await (await fetch(think)).text())[0];
    return [...(await (await fetch(thinker)).text()).matchAll(/\/assets\/[\w/-]+\.(?:js|wasm|net)/g)].map(([path]) => path);
  });
  const find = (part) => assets.find((path) => path.includes(part));
  const debug = await context.newCDPSession(page);
  for (const [number, [rules, seats]] of GAMES.entries()) {
    const positions = await choices(rules, seats, number + 1, 150, []);
    const inWorker = (bot) =>
      page.evaluate(async ([positions, bot]) => {
        await globalThis.ludoThink("choose", positions[0], bot);
        const times = [];
        for (const position of positions) {
          const took = [];
          for (let round = 0; round < 3; round += 1) {
            const begun = performance.now();
            await globalThis.ludoThink("choose", position, bot);
            took.push(performance.now() - begun);
          }
          times.push(Math.min(...took));
        }
        return times;
      }, [positions, bot]);
    const onThread = (bot) =>
      page.evaluate(async ([positions, bot, { js, wasm, net }]) => {
        const { default: init, choose, learn } = await import(js);
        await init({ module_or_path: wasm });
        learn(new Uint8Array(await (await fetch(net)).arrayBuffer()));
        const seed = "0".repeat(64);
        choose(positions[0], bot, seed);
        const times = [];
        for (const position of positions) {
          const took = [];
          for (let round = 0; round < 3; round += 1) {
            const begun = performance.now();
            choose(position, bot, seed);
            took.push(performance.now() - begun);
            await new Promise((done) => setTimeout(done));
          }
          times.push(Math.min(...took));
        }
        return times;
      }, [positions, bot, { js: find("ludo_thinker_simd-"), wasm: find("ludo_thinker_simd_bg"), net: find(`nets/${rules}`) }]);
    for (const bot of ["strong", "expert"]) {
      console.log(`${rules} ${seats} ${bot}, in the worker: ${told(await inWorker(bot))}`);
      await debug.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      console.log(`${rules} ${seats} ${bot}, ${SLOWER} times slower: ${told(await onThread(bot))}`);
      await debug.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
