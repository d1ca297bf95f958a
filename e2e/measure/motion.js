// What a frame costs while a game is played: script, style and layout of the page's own thread, on a processor that is slowed down six
// times. Time on the processor, not on the wall: what else runs on the machine is not counted.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { person } from "../lib/browser.js";
import { Player } from "../lib/player.js";
import { measured } from "./measured.js";

const SECONDS = Number(process.env.LUDO_SECONDS ?? 30);
const CPU = 6;
const BUDGET_MS = 8;
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "blink.user_timing", "__metadata"];
/** Whatever runs script, works out style or layout. What one does within another is counted once. */
const WORK = new Set([
  ...["FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "MajorGC", "MinorGC", "v8.run"],
  ...["UpdateLayoutTree", "Layout", "RecalculateStyles", "ParseHTML", "WebSocketReceive", "HitTest", "IntersectionObserverController::computeIntersections"],
]);

await measured(async ({ browser, server, folder }) => {
  const ania = new Player(await person(browser, server, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, reducedMotion: "no-preference" }));
  await ania.arrive();
  await ania.part("start-bots-3").tap();
  await ania.onBoard();
  const devtools = await ania.context.newCDPSession(ania.page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  // Plays from within: a test that asks the page each moment would be measured with it.
  await ania.page.evaluate(() => {
    setInterval(() => {
      const due = document.querySelector('[data-testid="roll"][aria-disabled="false"], [data-testid^="token-"][role="button"]');
      due?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }, 500);
  });
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: CATEGORIES } });
  const before = await ania.stand();
  await pause(SECONDS * 1000);
  const after = await ania.stand();
  const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await complete;
  await writeFile(join(folder, "motion.json"), JSON.stringify({ traceEvents: events }));
  await ania.context.close();

  const frames = framesOf(events);
  const busy = frames.map(({ cost }) => cost).filter((cost) => cost > 0).sort((one, other) => one - other);
  const at = (share) => busy[Math.min(busy.length - 1, Math.floor(busy.length * share))].toFixed(1);
  const over = busy.filter((cost) => cost > BUDGET_MS).length;
  console.log(`${after.seq - before.seq} events in ${SECONDS} s, ${frames.length} frames: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms; ${over} frames above ${BUDGET_MS} ms`);
  const shares = {};
  for (const { parts } of frames) for (const { name, cost } of parts) shares[name] = (shares[name] ?? 0) + cost;
  for (const [name, cost] of Object.entries(shares).sort((one, other) => other[1] - one[1]).slice(0, 6)) console.log(`  ${name}: ${cost.toFixed(0)} ms in all`);
  for (const { cost, parts } of frames.toSorted((one, other) => other.cost - one.cost).slice(0, 6)) {
    console.log(`  a frame of ${cost.toFixed(1)} ms: ${parts.filter((part) => part.cost > 0.5).map((part) => `${part.name} ${part.cost.toFixed(1)}${part.within}`).join(", ")}`);
  }
});

/** The frames of the thread that draws the page, each with what was done since the one before. */
function framesOf(events) {
  const main = events.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain" && events.some((event) => event.name === "FireAnimationFrame" && event.pid === args.pid)) ?? busiest(events);
  const own = events.filter(({ pid, tid, ph }) => pid === main.pid && tid === main.tid && ["X", "I", "B"].includes(ph)).sort((one, other) => one.ts - other.ts);
  const frames = [];
  let frame = { cost: 0, parts: [] };
  let until = 0;
  let inside;
  for (const event of own) {
    if (event.name === "BeginMainThreadFrame") {
      frames.push(frame);
      frame = { cost: 0, parts: [] };
    }
    if (event.ph !== "X" || !WORK.has(event.name)) continue;
    const cost = (event.tdur ?? event.dur) / 1000;
    if (event.ts < until) {
      // Within another, which it tells apart.
      if (inside && cost > 0.5 && ["Layout", "UpdateLayoutTree"].includes(event.name)) inside.within += ` (of it ${event.name} ${cost.toFixed(1)})`;
      continue;
    }
    until = event.ts + event.dur;
    inside = { name: event.args?.data?.type ? `${event.name} ${event.args.data.type}` : event.name, cost, within: "" };
    frame.cost += cost;
    frame.parts.push(inside);
  }
  frames.push(frame);
  return frames;
}

function busiest(events) {
  const counts = new Map();
  for (const { name, pid, tid } of events) if (name === "UpdateLayoutTree") counts.set(`${pid} ${tid}`, (counts.get(`${pid} ${tid}`) ?? 0) + 1);
  const [most] = [...counts].sort((one, other) => other[1] - one[1])[0];
  const [pid, tid] = most.split(" ").map(Number);
  return { pid, tid };
}
