// Being away: without a line, asleep, out of time. And coming back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { isAccessible } from "../lib/accessible.js";
import { listen, timeLeft, timeRunsDown } from "../lib/clock.js";
import { SCREENS, fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { inStep, past, play } from "../lib/play.js";
import { Player } from "../lib/player.js";
import { together } from "../lib/table.js";

// Bots that take their time: the autopilot would play the game to its end before anybody can touch anything.
const world = together({ pace: 400 });
const shaky = together({ pace: 400, line: true });

/** Of the screens, those that have the least room, and a great one. */
const SMALL_AND_GREAT = ["320x568", "568x320", "1280x720"];

/** How much two pages may differ in what they show of one clock, in seconds, besides the time that it takes to look at both. */
const APART = 3;

/** Without motion the line falls once a second. */
const STEP = 1;

/** Ania against one bot, with so many seconds for each move if wanted. */
async function againstABot(where, { time = "none", ...options } = {}) {
  const ania = await where.comes(options);
  await ania.arrive();
  await ania.chooseGame({ time });
  await ania.part("start-bots-1").click();
  await ania.onBoard();
  return ania;
}

async function hasPresence(player, seat, presence) {
  await player.page.locator(`[data-testid="plate-${seat}"][data-presence="${presence}"]`).waitFor();
}

test("b062 b080 half a minute: without a network nothing is lost; out of time three times the autopilot plays, until a touch", async () => {
  // Both at once: each of them takes that long, by the clock on the wall.
  await Promise.all([threeTimesOutOfTime(), withoutNetwork()]);
});

/** Nobody touches anything for three turns. */
async function threeTimesOutOfTime() {
  const ania = await againstABot(world, { time: "10" });
  const told = await listen(ania);
  const guest = await world.comes({ locale: "pl-PL", viewport: { width: 360, height: 740 } });
  await guest.page.goto(ania.page.url());
  await guest.onBoard();
  await hasPresence(guest, "r", "here");

  // She sees her time go.
  const heard = await listen(guest);
  await timeRunsDown(ania, 0.2);
  await picture(ania.page, "clock-last-seconds");
  await ania.page.locator('[data-testid="log"] li', { hasText: "Your time is up." }).first().waitFor();
  await guest.page.locator('[data-testid="log"] li', { hasText: "Czas minął: " }).first().waitFor();

  // After the third turn. In each of them the last of her time was told once, to her alone.
  await ania.part("control-r").waitFor();
  await hasPresence(guest, "r", "autopilot");
  assert.equal(told.filter((words) => words === "Five seconds left.").length, 3, `${told}`);
  assert.match(await ania.part("take-back").textContent(), /Touch anything to play on/);
  await isAccessible(ania.page, "on autopilot");
  for (const { name, width, height } of SCREENS.filter(({ name }) => SMALL_AND_GREAT.includes(name))) {
    await ania.page.setViewportSize({ width, height });
    await picture(ania.page, `autopilot-${name}`);
    await fitsInWidth(ania.page, `on autopilot at ${name}`);
    await overlapsNowhere(ania.page, ["roll", "take-back", "turn", "board", "plate-r"], `on autopilot at ${name}`);
  }
  assert.ok(!heard.some((words) => words.includes("pięć sekund")), "what others are told of is not the time of somebody else");
  await ania.part("board").click({ position: { x: 3, y: 3 } });
  await ania.part("control-r").waitFor({ state: "detached" });
  await hasPresence(guest, "r", "here");
  await play([ania], { until: async () => true });
  const before = await ania.stand();
  await ania.act();
  await guest.reaches(before.seq + 1);
}

/** The line is cut while a bot plays. */
async function withoutNetwork() {
  const ania = await againstABot(shaky);
  ania.witness.expectOffline();
  const second = new Player({ ...ania, page: await ania.context.newPage() });
  await second.page.goto(ania.page.url());
  await second.onBoard();
  await play([ania], { until: past(8) });
  const before = await ania.stand();
  await ania.act();
  shaky.server.line.cut();
  const halfAMinute = pause(30_000);
  for (const tab of [ania, second]) await tab.part("offline").waitFor();
  // Pressed into the void: it counts, once, when the line is back. If it was not her turn it does nothing.
  if (await ania.due.count()) await ania.due.click({ force: true });
  await halfAMinute;
  shaky.server.line.mend();
  for (const tab of [ania, second]) {
    await tab.page.evaluate(() => dispatchEvent(new Event("online")));
    await tab.part("offline").waitFor({ state: "detached" });
  }
  assert.equal(await ania.ownSeat(), "r");
  await ania.later(before);
  await play([ania], { until: past(before.seq + 10) });
  await inStep(ania, second);
  const guest = await shaky.comes();
  await guest.page.goto(ania.page.url());
  await guest.onBoard();
  await inStep(guest, ania, second);
  await inStep(ania, guest, second);
  assert.deepEqual(await second.stand(), await ania.stand());
}

test("b080 b081 a page that was frozen shows the newest board at once, and plays on", async () => {
  const ania = await world.comes({ reducedMotion: "no-preference" });
  const bartek = await world.comes();
  const code = await ania.openTable("Ania");
  await bartek.sitDown(code, "y", "Bartek");
  await ania.begin();
  await bartek.onBoard();
  const players = [ania, bartek];
  await play(players, { until: async (player) => player === bartek && (await past(12)(player)) });
  const debug = await ania.context.newCDPSession(ania.page);
  await debug.send("Page.setWebLifecycleState", { state: "frozen" });
  const before = await bartek.stand();
  await bartek.act();
  await bartek.later(before);
  await debug.send("Page.setWebLifecycleState", { state: "active" });
  const { seq } = await bartek.stand();
  await ania.reaches(seq);
  const { position } = await ania.stand();
  assert.equal(await ania.drawn(), position.split(" ")[1]);
  const walking = () => document.getAnimations().filter((animation) => animation.effect?.target?.matches('[data-testid^="token-"]')).length;
  assert.equal(await ania.page.evaluate(walking), 0, "what was slept through is not acted out");
  await play(players, { until: past(seq + 8) });
});

test("b101 all see one clock; a reload gives no time, but the death of the server does: the clock begins anew", async () => {
  // Time enough for all of it, however slow this machine is.
  const time = 30;
  const ania = await againstABot(world, { time });
  ania.witness.expectOffline();
  const guest = await world.comes();
  guest.witness.expectOffline();
  await guest.page.goto(ania.page.url());
  await guest.onBoard();
  await play([ania], { until: past(6) });
  await guest.part("clock-r").waitFor();
  let since = Date.now();
  const apart = time * Math.abs((await timeLeft(ania)) - (await timeLeft(guest, "clock-r")));
  assert.ok(apart < APART + (Date.now() - since) / 1000, `${apart} s: all see the same clock`);

  await timeRunsDown(ania, 0.85);
  await ania.page.reload();
  await ania.onBoard();
  await ania.part("clock").waitFor();
  let left = await timeLeft(ania);
  assert.ok(left <= 0.85, `${left}: a reload gives no time`);

  const before = await ania.stand();
  await world.server.kill();
  await ania.part("offline").waitFor();
  since = Date.now();
  await world.server.up();
  await ania.part("offline").waitFor({ state: "detached" });
  await ania.page.locator('[data-testid="log"] li', { hasText: "The clock starts anew." }).waitFor();
  await ania.part("clock").waitFor();
  left = time * (await timeLeft(ania));
  const least = time - (Date.now() - since) / 1000 - STEP;
  assert.ok(left > least, `${left} s are left, and it began anew with ${time} s at the earliest ${time - least} s ago`);
  assert.equal((await ania.stand()).position, before.position);
  await hasPresence(ania, "r", "here");
  await play([ania], { until: past(before.seq + 8) });
  await guest.reaches(before.seq + 8);
});

test("b102 presence at a glance: here, away, bot, watching; who watches sees all and can press nothing", async () => {
  const ania = await world.comes();
  const bartek = await world.comes({ locale: "pl-PL" });
  const code = await ania.openTable("Ania");
  await bartek.sitDown(code, "g", "Bartek");
  await ania.addBot("y");
  await ania.addBot("b");
  await ania.choose("time-60");
  await ania.begin();
  await bartek.onBoard();
  const guest = await world.comes({ viewport: { width: 360, height: 740 } });
  await guest.page.goto(ania.page.url());
  await guest.onBoard();
  await ania.part("watchers").waitFor();
  assert.equal(await ania.part("watchers").getAttribute("aria-label"), "1 person is watching");
  for (const [seat, presence] of Object.entries({ r: "here", g: "here", y: "bot", b: "bot" })) await hasPresence(guest, seat, presence);

  await play([ania, bartek], { until: past(14) });
  const seat = (await ania.stand()).position.split(" ")[2];
  await guest.part(`clock-${seat}`).waitFor();
  const pressable = await guest.page.evaluate(() => {
    const found = document.querySelectorAll('[data-testid="board"] [role="button"], [data-testid="roll"], [data-testid="take-back"]');
    return [...found].map((element) => element.dataset.testid);
  });
  assert.deepEqual(pressable, []);
  await guest.page.keyboard.press("Space");
  await guest.part("menu").click();
  for (const gone of ["leave", "resign", "handover"]) assert.equal(await guest.part(gone).count(), 0, gone);
  await guest.page.keyboard.press("Escape");

  for (const colorScheme of ["light", "dark"]) {
    for (const player of [ania, guest]) {
      await player.page.emulateMedia({ colorScheme });
      for (const { name, width, height } of SCREENS.filter(({ name }) => SMALL_AND_GREAT.includes(name))) {
        await player.page.setViewportSize({ width, height });
        const what = `${player === guest ? "watching" : "clock"}-${name}-${colorScheme}`;
        await picture(player.page, what);
        await fitsInWidth(player.page, what);
        await overlapsNowhere(player.page, ["home", "watchers", "rules-open", "settings", "menu", "plate-r", "plate-g", "plate-y", "plate-b", "board"], what);
      }
      await isAccessible(player.page, `with a clock, ${colorScheme}`);
    }
  }
  await bartek.page.close();
  await hasPresence(ania, "g", "away");
  await picture(ania.page, "presence-away");
});
