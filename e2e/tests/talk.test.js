// What people say to each other at a table: in everybody's own language, and in nobody's way.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { press, tabTo } from "../lib/keyboard.js";
import { breaksNoWord, fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { soon } from "../lib/soon.js";
import { together } from "../lib/table.js";

const world = together();

/** Says something by pointer. */
async function say(player, what) {
  await player.part("talk").click();
  await player.part(`say-${what}`).click();
}

/** Waits until the region for those who do not see the bubbles has the line. */
const hears = (player, line) => player.part("heard").locator("p", { hasText: line }).first().waitFor({ state: "attached" });

/** All lines of that region. Names come wrapped in marks for the direction of writing. */
const heard = async (player) => (await player.part("heard").locator("p").allTextContents()).map((line) => line.replace(/[\u2066-\u2069]/g, ""));

/** What the bubble at a seat shows, as soon as it says this, and how it lies. */
async function bubble(player, seat, saying) {
  const shown = await player.page.waitForFunction(({ seat, saying }) => {
    const bubble = document.querySelector(`[data-testid="says-${seat}"][data-saying="${saying}"]`);
    if (!bubble) return null;
    const box = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    const plate = document.querySelector(`[data-testid="plate-${seat}"], [data-testid="seat-${seat}"]`);
    return { text: bubble.textContent, box: box(bubble), plate: box(plate), inner: bubble.scrollWidth - bubble.clientWidth };
  }, { seat, saying }, { polling: 20 });
  return shown.jsonValue();
}

function isWithin({ box, plate, inner, text }, what) {
  const right = box.x + box.width <= plate.x + plate.width + 1;
  const low = box.y + box.height <= plate.y + plate.height + 1;
  assert.ok(box.x >= plate.x && box.y >= plate.y && right && low && inner <= 0, `${what}: “${text}” lies at ${JSON.stringify({ box, plate, inner })}`);
}

test("b029 what one says in Polish the other reads in English, by eyes and by ears, and can mute", async () => {
  const ania = await world.comes({ viewport: { width: 1280, height: 800 } });
  const bartek = await world.comes({ viewport: { width: 360, height: 740 }, locale: "pl-PL" });
  const code = await ania.openTable("Ania");
  assert.equal(await ania.part("talk").count(), 0, "alone there is nobody to talk to");
  await bartek.sitDown(code, "y", "Bartek");

  // Before the game.
  const [hello] = await Promise.all([bubble(ania, "y", "hello"), say(bartek, "hello")]);
  assert.equal(hello.text, "Hello");
  isWithin(hello, "in the waiting room");
  await hears(bartek, "Ty: Cześć");
  assert.deepEqual(await heard(ania), ["Bartek: Hello"]);

  await ania.addBot("g");
  await ania.begin();
  await bartek.onBoard();
  // Who watches hears all and can say nothing.
  const watcher = await world.comes();
  await watcher.page.goto(`/t/${code}`);
  await watcher.onBoard();
  assert.equal(await watcher.part("talk").count(), 0);

  // By keys alone; what was open gives the focus back.
  const before = await ania.part("board").boundingBox();
  await press(ania.page, "talk");
  await ania.page.locator('[data-testid="say-smile"]:focus').waitFor();
  await ania.page.keyboard.press("Escape");
  await ania.page.locator('[data-testid="talk"]:focus').waitFor();
  await ania.page.keyboard.press("Enter");
  await tabTo(ania.page, '[data-testid="say-laugh"]');
  const [laugh, watched] = await Promise.all([bubble(bartek, "r", "laugh"), bubble(watcher, "r", "laugh"), ania.page.keyboard.press("Enter")]);
  isWithin(laugh, "on a phone");
  isWithin(watched, "on a desk");
  await hears(bartek, "Śmiech");
  await ania.page.locator('[data-testid="talk"]:focus').waitFor();
  assert.deepEqual(await ania.part("board").boundingBox(), before, "nothing has moved from its place");
  const parts = ["plate-r", "plate-g", "plate-y", "board", "turn", "roll", "talk", "log"];
  await overlapsNowhere(ania.page, parts, "with a bubble on a desk");

  // The longest words on the smallest phone.
  await bartek.page.setViewportSize({ width: 320, height: 568 });
  const [close] = await Promise.all([bubble(bartek, "y", "so_close"), say(bartek, "so_close")]);
  assert.equal(close.text, "Było blisko!");
  isWithin(close, "at 320 px");
  await overlapsNowhere(bartek.page, parts, "with a bubble at 320 px");
  await fitsInWidth(bartek.page, "with a bubble at 320 px");
  await picture(bartek.page, "talk-bubble-320");

  // Muted, also after a reload, and heard again.
  await bartek.part("talk").click();
  await isAccessible(bartek.page, "what there is to say");
  await fitsInWidth(bartek.page, "what there is to say at 320 px");
  await picture(bartek.page, "talk-sheet-320");
  await bartek.page.keyboard.press("Escape");
  // By the plate of whom it concerns.
  assert.equal(await bartek.part("plate-menu-y", "plate-menu-g").count(), 0, "neither oneself nor a bot is muted");
  await bartek.part("plate-menu-r").click();
  await isAccessible(bartek.page, "the menu of a plate");
  await fitsInWidth(bartek.page, "the menu of a plate at 320 px");
  await picture(bartek.page, "talk-plate-320");
  const mute = bartek.part("plate-mute-r");
  const colour = () => mute.evaluate((button) => getComputedStyle(button).color);
  const unpressed = await colour();
  await mute.click();
  await soon(async () => assert.notEqual(await colour(), unpressed, "one sees that they are muted"));
  await bartek.page.keyboard.press("Escape");
  await bartek.page.locator('[data-testid="plate-menu-r"]:focus').waitFor();
  await bartek.page.reload();
  await bartek.onBoard();
  await say(ania, "thanks");
  await hears(ania, "You: Thanks");
  await say(bartek, "oops");
  await hears(bartek, "Ty: Ojej");
  assert.deepEqual(await heard(bartek), ["Ty: Ojej"]);
  await bartek.part("talk").click();
  await bartek.page.locator('[data-testid="mute-r"][aria-pressed="true"]').click();
  await bartek.page.keyboard.press("Escape");
  // What others say has a sound, with the switch for sounds; what one says oneself has none.
  await bartek.page.evaluate(() => {
    const cue = globalThis.ludoCue;
    globalThis.cues = [];
    globalThis.ludoCue = (name, ...more) => {
      globalThis.cues.push(name);
      cue(name, ...more);
    };
  });
  await say(bartek, "thumb");
  await hears(bartek, "Kciuk");
  await say(ania, "good_luck");
  await hears(bartek, "Powodzenia");
  assert.deepEqual(await bartek.page.evaluate(() => globalThis.cues), ["say"]);

  // Too much is too much for a moment, and is told; the game does not mind.
  const quiet = ania.page.locator('[data-testid="talk"][aria-disabled="true"]');
  await Promise.all([
    quiet.waitFor(),
    ania.part("say-heart").evaluate((button) => {
      for (let said = 0; said < 8; said += 1) button.click();
    }),
  ]);
  await ania.part("notice").waitFor();
  await quiet.waitFor({ state: "detached" });
  assert.ok(await ania.part("talk").isVisible());

  // Who wants none of it has none of it.
  await bartek.part("settings").click();
  await breaksNoWord(bartek.page, "settings in Polish at 320 px");
  await bartek.choose("setting-talk-off");
  await bartek.page.keyboard.press("Escape");
  await bartek.part("talk").waitFor({ state: "detached" });
  const lines = await heard(bartek);
  await say(ania, "wink");
  await hears(watcher, "Wink");
  await bartek.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.deepEqual(await heard(bartek), lines);
  assert.equal(await bartek.part("says-r").count(), 0);
});
