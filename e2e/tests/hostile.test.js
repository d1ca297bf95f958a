// A server that cheats: the page stops, says so in a way that no one can overlook, and keeps what it saw.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { Hostile } from "../lib/hostile.js";
import { fitsInWidth } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together({ line: Hostile });

/** From now on the server's events go through `change`, wherever they stand; it says whether it has changed one. */
function cheat(change) {
  let done = false;
  world.server.line.change = (message) => {
    for (const { event } of message.events ?? []) {
      if (!done && change(event)) done = true;
    }
    return message;
  };
}

/** A number of a chain in hexadecimal digits, and another one. */
const other = (link) => `${link.startsWith("0") ? "1" : "0"}${link.slice(1)}`;

const honest = () => (world.server.line.change = (message) => message);

async function atTheBoard(options) {
  const ania = await world.comes(options);
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  return ania;
}

/** The screen is there, covers the window, has the focus inside its words; nothing more is sent; the evidence can be saved. */
async function hasStopped(ania, sent) {
  await ania.part("stopped").waitFor();
  const { width, height } = ania.page.viewportSize();
  const box = await ania.part("stopped").boundingBox();
  assert.ok(box.x <= 0 && box.y <= 0 && box.width >= width && box.height >= height, JSON.stringify(box));
  const count = sent.length;
  const download = ania.page.waitForEvent("download");
  await ania.part("save-evidence").click();
  const file = await (await download).path();
  const evidence = JSON.parse(await readFile(file, "utf8"));
  assert.match(evidence.game, /^[0-9a-f]{32}$/);
  assert.ok(evidence.why.length > 20 && evidence.state.length > 100, evidence.why);
  await ania.page.keyboard.press("Space");
  assert.equal(sent.length, count, "nothing more is sent");
  return evidence;
}

/** What this page sends at sockets. */
function sentBy(ania) {
  const sent = [];
  ania.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload)));
  return sent;
}

/** Does what is due until the page stops. */
async function playUntilStopped(ania) {
  const stopped = ania.part("stopped");
  for (let presses = 0; presses < 200 && !(await stopped.count()); presses += 1) {
    await Promise.race([stopped.waitFor(), ania.due.waitFor()]);
    // What was due a moment ago may be gone, and the page stopped.
    if (!(await stopped.count())) await ania.due.click({ force: true, timeout: 5_000 }).catch(() => {});
  }
}

const FORGERIES = {
  "a die that is swapped": (event) => {
    if (event.type !== "rolled" || event.roll < 8) return false;
    event.face = (event.face % 6) + 1;
    return true;
  },
  "a link of the server that is not of its chain": (event) => {
    if (event.type !== "rolled" || event.roll < 8) return false;
    event.server_link = other(event.server_link);
    return true;
  },
  "a roll that is made twice": (event) => {
    if (event.type !== "rolled" || event.roll < 8) return false;
    event.roll -= 1;
    return true;
  },
};

for (const [what, forge] of Object.entries(FORGERIES)) {
  test(`b020 ${what}: the game stops, and the evidence is saved`, async () => {
    honest();
    const ania = await world.comes();
    const sent = sentBy(ania);
    await ania.arrive();
    await ania.part("start-bots-3").click();
    await ania.onBoard();
    cheat(forge);
    await playUntilStopped(ania);
    const evidence = await hasStopped(ania, sent);
    assert.equal(evidence.event.event.type, "rolled", "the event that is wrong is in it");
    // Loading the page again does not help the server: this device remembers.
    honest();
    await ania.page.reload();
    await ania.part("stopped").waitFor();
    const again = await hasStopped(ania, sent);
    assert.deepEqual(again.event, evidence.event);
  });
}

test("a server that shows another begin than it promised gets no answer", async () => {
  honest();
  const ania = await world.comes();
  const sent = sentBy(ania);
  await ania.arrive();
  cheat((event) => {
    if (event.type !== "begun") return false;
    event.server_tip = other(event.server_tip);
    return true;
  });
  await ania.part("start-bots-1").click();
  await hasStopped(ania, sent);
  assert.ok(!sent.some((text) => JSON.parse(text).command?.type === "answer"), "a wrong begin is not answered");
});

for (const [locale, colorScheme] of [
  ["en-GB", "light"],
  ["pl-PL", "dark"],
]) {
  test(`the stop is readable on every screen, ${locale}, ${colorScheme}`, async () => {
    honest();
    const ania = await atTheBoard({ locale, colorScheme });
    await play([ania], { until: past(12) });
    cheat(FORGERIES["a die that is swapped"]);
    await playUntilStopped(ania);
    await ania.part("stopped").waitFor();
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [768, 1024],
      [1280, 800],
    ]) {
      await ania.page.setViewportSize({ width, height });
      await fitsInWidth(ania.page, `stopped at ${width}`);
      await picture(ania.page, `stopped-${width}-${colorScheme}`);
    }
    await isAccessible(ania.page, `stopped, ${colorScheme}`);
  });
}
