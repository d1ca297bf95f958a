// Boards of other materials, sounds, the device that trembles, pace, and the result as a picture.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { contrast } from "../lib/contrast.js";
import { fitsInWidth } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const MATERIALS = ["wood", "paper", "slate"];
/** Of what tells a state without words: WCAG 2, 1.4.11. */
const LEAST_CONTRAST = 3;

/** Chooses in the sheet of settings: `set(ania, { board: "paper", sound: "off" })`. */
async function set(player, wanted) {
  await player.part("settings").click();
  for (const [name, value] of Object.entries(wanted)) await player.choose(`setting-${name}-${value}`);
  await player.page.keyboard.press("Escape");
}

/** Counts what the browser is asked to sound and to tremble, and what is written into pictures. */
async function listen(player) {
  await player.context.addInitScript(() => {
    globalThis.heard = { sounds: 0, trembles: 0, written: [], contexts: 0, early: 0 };
    const context = globalThis.AudioContext;
    globalThis.AudioContext = class extends context {
      constructor(...about) {
        super(...about);
        globalThis.heard.contexts += 1;
        if (!navigator.userActivation.hasBeenActive) globalThis.heard.early += 1;
      }
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      globalThis.heard.sounds += 1;
      return start.apply(this, when);
    };
    Navigator.prototype.vibrate = () => {
      globalThis.heard.trembles += 1;
      return true;
    };
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (words, ...where) {
      globalThis.heard.written.push(words);
      return fillText.call(this, words, ...where);
    };
  });
}

const heard = (player) => player.page.evaluate(() => globalThis.heard);

/** To the podium by the shortest way: one's own part is given up, the bots play on. */
async function giveUp(player) {
  await player.giveUp();
  await player.part("podium").waitFor();
}

async function againstOne(player) {
  await player.part("start-bots-1").click();
  await player.onBoard();
}

test("the board is of the material that was chosen, after a reload too", async () => {
  const ania = await world.comes(PHONE);
  await ania.arrive();
  await againstOne(ania);
  const material = () => ania.page.locator("html").getAttribute("data-board");
  const frame = () => ania.page.locator(".ground .frame-b").evaluate((wood) => getComputedStyle(wood).fill);
  assert.equal(await material(), "wood");
  const seen = new Set([await frame()]);
  for (const board of ["paper", "slate"]) {
    await set(ania, { board });
    assert.equal(await material(), board);
    seen.add(await frame());
    await ania.page.reload();
    await ania.onBoard();
    assert.equal(await material(), board);
    seen.add(await frame());
  }
  assert.equal(seen.size, 3, "three materials, three frames, whether chosen or remembered");
});

/** Notes each time that somebody is told to choose who cannot, or to roll who does not. */
async function watchWords(player) {
  await player.page.evaluate(() => {
    const at = (testid) => document.querySelector(`[data-testid="${testid}"]`);
    globalThis.idle = [];
    let [asked, could, rolling] = ["", false, false];
    const look = () => {
      const word = at("roll")?.querySelector(".word");
      // One's own die tumbles first; that of somebody else falls at once.
      const wasRolling = rolling;
      rolling = word?.textContent === "Rolling…";
      if (rolling && !wasRolling && !at("die").classList.contains("tumbling")) globalThis.idle.push("Rolling…");
      const said = at("turn")?.querySelector("p")?.textContent ?? "";
      if (asked && said !== asked && !could) globalThis.idle.push(asked);
      if (said !== asked) [asked, could] = [said.includes("Choose") ? said : "", false];
      could ||= document.querySelector('[data-testid^="token-"][role="button"]') !== null;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`the settings and each board, ${colorScheme}: contrast, axe-core, no scrolling sideways`, async () => {
    const ania = await world.comes({ ...PHONE, colorScheme });
    await ania.arrive();
    await ania.part("start-bots-3").click();
    await ania.onBoard();
    await play([ania], { until: past(60) });
    for (const board of MATERIALS) {
      await set(ania, { board });
      const stands = async (part, one, other) => {
        const ratio = await contrast(ania.part(part), one, other);
        assert.ok(ratio >= LEAST_CONTRAST, `${board}, ${colorScheme}, ${part}: ${one} on ${other} has ${ratio.toFixed(2)}`);
      };
      await stands("die", "--pip", "--die");
      await stands("die", "--die", "--tray");
      await stands("die", "--tray-ink", "--tray");
      await stands("board", "--safe", "--square");
      await stands("board", "--frame-ink", "--frame");
      for (const seat of "rgyb") {
        await stands(`plate-${seat}`, "--seat-on", "--seat");
        await stands(`plate-${seat}`, "--seat-ink", "--square");
        await stands(`plate-${seat}`, "--seat-ink", "--yard-well");
      }
      await picture(ania.page, `material-${board}-${colorScheme}`);
      await ania.part("settings").click();
      await isAccessible(ania.page, `settings, ${board}, ${colorScheme}`);
      await fitsInWidth(ania.page, `settings, ${board}, ${colorScheme}`);
      await picture(ania.page, `settings-${board}-${colorScheme}`);
      await ania.page.keyboard.press("Escape");
    }
  });
}

test("sounds and trembling: by themselves, never before a touch, and off when switched off", async () => {
  const ania = await world.comes({ ...PHONE, reducedMotion: "no-preference" });
  await listen(ania);
  await ania.arrive();
  await againstOne(ania);
  await watchWords(ania);
  await play([ania], { until: past(30) });
  assert.deepEqual(await ania.page.evaluate(() => globalThis.idle), []);
  const first = await heard(ania);
  assert.ok(first.sounds > 5, `${first.sounds} tones`);
  assert.ok(first.trembles > 0, "the device trembles at one's turn");
  assert.deepEqual([first.contexts, first.early], [1, 0], "one way to the loudspeaker, after a touch");

  await set(ania, { sound: "off", tremble: "off" });
  const quiet = await heard(ania);
  const { seq } = await ania.stand();
  await play([ania], { until: past(seq + 25) });
  const after = await heard(ania);
  assert.deepEqual([after.sounds, after.trembles], [quiet.sounds, quiet.trembles]);

  // A visit on which nothing was touched yet is silent: the table goes on by itself.
  await ania.page.reload();
  await ania.onBoard();
  assert.equal((await heard(ania)).contexts, 0);
  assert.ok(await ania.part("setting-sound-off").isChecked(), "kept in this browser");
});

test("who wants no motion hears what happened all the same", async () => {
  const ania = await world.comes(PHONE);
  await listen(ania);
  await ania.arrive();
  await againstOne(ania);
  await play([ania], { until: past(25) });
  assert.ok((await heard(ania)).sounds > 0);
});

test("the pace of motion: slow takes longer than fast, off takes none", async () => {
  const ania = await world.comes({ reducedMotion: "no-preference" });
  const bartek = await world.comes();
  await ania.context.addInitScript(() => {
    globalThis.durations = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      // Every roll has this one; how far a token walks the die says.
      if (this.matches(".die *")) globalThis.durations.push(options.duration);
      return animate.call(this, frames, options);
    };
  });
  // Two people: whatever Ania does is shown alone, while the page of one against a bot hurries when bots are faster than it.
  const code = await ania.openTable("Ania");
  await bartek.sitDown(code, "y", "Bartek");
  await ania.begin();
  await bartek.onBoard();
  const canRoll = (player) => player.page.locator('[data-testid="roll"][aria-disabled="false"]').count();
  /** How long the die takes to rest when Ania has rolled. */
  const takes = async (motion) => {
    await set(ania, { motion });
    await play([ania, bartek], { until: async (player) => player === ania && (await canRoll(player)) });
    await ania.page.evaluate(() => (globalThis.durations = []));
    await ania.act();
    // Once more, so that whatever belongs to the first time is over.
    await play([ania, bartek], { until: async (player) => player === ania && (await canRoll(player)) });
    return (await ania.page.evaluate(() => globalThis.durations))[0] ?? 0;
  };
  const [slow, full, fast, still] = [await takes("slow"), await takes("full"), await takes("fast"), await takes("still")];
  assert.ok(slow > full && full > fast && fast > 0, `${slow}, ${full}, ${fast}`);
  assert.equal(still, 0);
});

test("the result as a picture: names are written, nothing else is made of them", async () => {
  const ania = await world.comes({ ...PHONE, acceptDownloads: true });
  await listen(ania);
  const name = `<b>&amp;"Ania`;
  await ania.openTable(name);
  await ania.addBot("y");
  await ania.begin();
  await play([ania], { until: past(12) });
  await giveUp(ania);
  await ania.part("share-result").click();
  const canvas = ania.part("card").locator("canvas");
  await canvas.waitFor();
  const { written } = await heard(ania);
  assert.ok(written.includes(name), `the name as it is: ${written}`);
  assert.equal(await ania.part("card").locator("b").count(), 0);
  assert.match(await canvas.getAttribute("aria-label"), /1st .*2nd /);
  const { rolls } = await ania.proof();
  assert.ok(written.some((words) => words.includes(`${rolls} rolls`)), "that the dice were checked");
  await isAccessible(ania.page, "the sheet with the picture");
  await fitsInWidth(ania.page, "the sheet with the picture");
  await picture(ania.page, "result-sheet");

  const coming = ania.page.waitForEvent("download");
  await ania.part("card-save").click();
  const download = await coming;
  assert.match(download.suggestedFilename(), /^ludo-.+\.png$/);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  assert.deepEqual([...file.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [1080, 1080]);
});

test("picture and link go to another program where the device has a way", async () => {
  const ania = await world.comes(PHONE);
  await ania.context.addInitScript(() => {
    globalThis.given = [];
    Navigator.prototype.canShare = () => true;
    Navigator.prototype.share = async ({ files, title, url }) => {
      globalThis.given.push({ files: files.map(({ name, type, size }) => ({ name, type, big: size > 10_000 })), title, url });
    };
  });
  await ania.arrive();
  await againstOne(ania);
  await play([ania], { until: past(12) });
  await giveUp(ania);
  await ania.part("share-result").click();
  await ania.part("card").locator("canvas").waitFor();
  await ania.part("card-share").click();
  await ania.page.waitForFunction(() => globalThis.given.length > 0);
  const [given] = await ania.page.evaluate(() => globalThis.given);
  assert.deepEqual(given.files, [{ name: "ludo.png", type: "image/png", big: true }]);
  assert.equal(given.url, ania.page.url());
  assert.match(given.title, /wins?/i);
});

test("where frames are slow nothing is told twice, and nothing goes back", async () => {
  const ania = await world.comes({ reducedMotion: "no-preference" });
  await ania.context.addInitScript(() => {
    const draw = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (then) => setTimeout(() => draw(then), 1_000);
  });
  await ania.arrive();
  await set(ania, { motion: "fast" });
  await againstOne(ania);
  await ania.part("board").evaluate((board) => {
    globalThis.told = [];
    const look = () => globalThis.told.push(Number(board.dataset.seq));
    new MutationObserver(look).observe(board, { attributes: true, attributeFilter: ["data-seq"] });
  });
  await ania.part("announcer").evaluate((region) => {
    globalThis.outOfOrder = [];
    const look = (records) => {
      for (const { addedNodes, nextSibling } of records) if (addedNodes.length && nextSibling) globalThis.outOfOrder.push(addedNodes[0].textContent);
    };
    new MutationObserver(look).observe(region, { childList: true });
  });
  const { seq } = await ania.stand();
  await play([ania], { until: past(seq + 5) });
  assert.deepEqual(await ania.page.evaluate(() => globalThis.outOfOrder), [], "sentences come as they are to be heard");
  const told = await ania.page.evaluate(() => globalThis.told);
  assert.deepEqual(told, told.toSorted((one, other) => one - other));
});
