// What a frame costs while a game is played: script, style and layout of the page's own thread, on a processor of a sixth.
//
// Told twice. Six times the time on the processor without any brake: what else runs on the machine is not counted. And the time on
// the wall with Chromium's brake, as a person would have it, which counts everything: the brake itself takes what others ran for ours.

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
/** What puts it on the screen afterwards. */
const PAINT = new Set(["PrePaint", "Paint", "Layerize", "Commit"]);

await measured(async ({ browser, server, folder }) => {
  const ania = new Player(await person(browser, server, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, reducedMotion: "no-preference" }));
  await ania.arrive();
  await ania.part("start-bots-3").tap();
  await ania.onBoard();
  const devtools = await ania.context.newCDPSession(ania.page);
  // Plays from within: a test that asks the page each moment would be measured with it. What it asks must cost next to nothing for the
  // same reason, so it looks for nothing anew.
  await ania.page.evaluate(() => {
    const roll = document.querySelector('[data-testid="roll"]');
    const movable = document.getElementsByClassName("movable");
    setInterval(() => {
      const due = roll.ariaDisabled === "false" ? roll : movable[0];
      due?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }, 500);
  });
  for (const [name, brake, times] of [["on the processor, six times", 1, CPU], ["on the wall, with the brake", CPU, 0]]) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: brake });
    const { events, happened } = await traced(ania, devtools);
    await writeFile(join(folder, `motion-${brake}.json`), JSON.stringify({ traceEvents: events }));
    tell(name, framesOf(events, times), happened);
  }
  await ania.context.close();
});

/** What the browser notes of itself in half of the time. */
async function traced(player, devtools) {
  const events = [];
  const take = ({ value }) => events.push(...value);
  devtools.on("Tracing.dataCollected", take);
  await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: CATEGORIES } });
  const before = await player.stand();
  await pause(SECONDS * 500);
  const after = await player.stand();
  const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await complete;
  devtools.off("Tracing.dataCollected", take);
  return { events, happened: after.seq - before.seq };
}

function tell(name, frames, happened) {
  console.log(`${name}: ${happened} events in ${SECONDS / 2} s, ${frames.length} frames`);
  for (const [what, which] of [["script, style, layout", "cost"], ["beside it, painting", "paint"]]) {
    const busy = frames.map((frame) => frame[which]).filter((cost) => cost > 0).sort((one, other) => one - other);
    const at = (share) => (busy[Math.min(busy.length - 1, Math.floor(busy.length * share))] ?? 0).toFixed(1);
    const all = busy.reduce((sum, cost) => sum + cost, 0) / Math.max(1, happened);
    const over = busy.filter((cost) => cost > BUDGET_MS).length;
    console.log(`  ${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms; ${over} of ${busy.length} frames above ${BUDGET_MS} ms; ${all.toFixed(1)} ms an event in all`);
  }
  const shares = {};
  for (const { parts } of frames) for (const { name, cost } of parts) shares[name] = (shares[name] ?? 0) + cost;
  for (const [name, cost] of Object.entries(shares).sort((one, other) => other[1] - one[1]).slice(0, 5)) console.log(`  ${name}: ${(cost / Math.max(1, happened)).toFixed(1)} ms an event`);
  for (const { cost, parts } of frames.toSorted((one, other) => other.cost - one.cost).slice(0, 5)) {
    console.log(`  a frame of ${cost.toFixed(1)} ms: ${parts.filter((part) => part.cost > 0.5).map((part) => `${part.name} ${part.cost.toFixed(1)}${part.within}`).join(", ")}`);
  }
}

/** The frames of the thread that draws the page, each with what was done since the one before: so many times the time on the processor, or that on the wall. */
function framesOf(events, times) {
  const main = events.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain" && events.some((event) => event.name === "FireAnimationFrame" && event.pid === args.pid)) ?? busiest(events);
  const own = events.filter(({ pid, tid, ph }) => pid === main.pid && tid === main.tid && ["X", "I", "B"].includes(ph)).sort((one, other) => one.ts - other.ts);
  const frames = [];
  const fresh = () => ({ cost: 0, paint: 0, parts: [] });
  let frame = fresh();
  let until = 0;
  let inside;
  for (const event of own) {
    if (event.name === "BeginMainThreadFrame") {
      frames.push(frame);
      frame = fresh();
    }
    if (event.ph !== "X") continue;
    const cost = (times > 0 ? event.tdur * times : event.dur) / 1000;
    if (PAINT.has(event.name)) frame.paint += cost;
    if (!WORK.has(event.name)) continue;
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
