// Every rule set: chosen, told, drawn, and played to its end.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible, isReadable } from "../lib/accessible.js";
import { boardOf, lapOf, ringOf } from "../lib/board.js";
import { fitsInWidth, overlapsNowhere, touchable } from "../lib/layout.js";
import { pairwise } from "../lib/pairs.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { soon } from "../lib/soon.js";
import { together } from "../lib/table.js";

const world = together();

// `safe`: offsets in each quarter of the ring, as the published rules have them.
const SETS = {
  classic: { ring: 52, safe: [], name: { en: "Classic", pl: "Klasyczne" }, anticlockwise: false, locale: "pl-PL" },
  modern: { ring: 52, safe: [0, 8], name: { en: "Modern", pl: "Nowoczesne" }, anticlockwise: false, locale: "en-GB" },
  mensch: { ring: 40, safe: [], name: { en: "German rules", pl: "Niemieckie" }, anticlockwise: false, locale: "en-GB" },
  chinczyk: { ring: 40, safe: [], name: { en: "Polish rules", pl: "Chińczyk" }, anticlockwise: false, locale: "pl-PL" },
  parchis: { ring: 68, safe: [0, 7, 12], name: { en: "Spanish Parchís", pl: "Hiszpańskie parchís" }, anticlockwise: true, locale: "en-GB" },
};

/** Each two of these meet: every material on every screen, every light in every language, and so on. */
const LOOKS = pairwise({
  rules: Object.keys(SETS),
  screen: ["320x568", "360x740", "740x360", "768x1024", "1280x720", "1920x1080"],
  board: ["wood", "paper", "slate"],
  // The last: words that would be read from right to left, until there are some.
  language: ["en", "pl", "en-rtl"],
  light: ["light", "dark"],
});

const AT_THE_BOARD = ["board", "roll", "turn", "plate-r", "plate-g", "plate-y", "plate-b", "home", "rules-open", "settings", "menu"];

for (const [set, { ring, name, safe, anticlockwise, locale }] of Object.entries(SETS)) {
  test(`${set}, quick, against a bot: from the start page to the podium`, async () => {
    const language = locale.slice(0, 2);
    const ania = await world.comes({ locale });
    await ania.arrive();
    await ania.chooseGame({ rules: set, length: "quick" });
    assert.ok((await ania.chips()).includes(name[language]), `${await ania.chips()}`);
    await ania.part("start-bots-1").click();
    await ania.onBoard();
    assert.match((await ania.stand()).position, new RegExp(`^${set} `));
    await ania.part("rules-open").click();
    assert.ok((await ania.part("rules-sheet").textContent()).includes(name[language]));
    await ania.page.keyboard.press("Escape");

    let looked = 0;
    const look = async () => {
      looked += 1;
      // Not at each turn: a look takes longer than a turn.
      if (looked % 8 === 1) await standsRight(ania, set);
      return false;
    };
    assert.equal(await play([ania], { until: look }), "over");
    const { rolls, checked } = await ania.proof();
    assert.equal(checked, rolls);
    assert.ok(rolls > 10, `${rolls} rolls`);
  });

  test(`b003 b119 b120 ${set}: the board of ${ring} squares, on every screen, of every material, in every language and light`, async () => {
    const ania = await world.comes({ locale });
    await ania.arrive();
    await ania.chooseGame({ rules: set });
    await ania.part("start-bots-3").click();
    await ania.onBoard();
    await play([ania], { until: past(90) });
    for (const look of LOOKS.filter(({ rules }) => rules === set)) {
      const what = Object.values(look).join("-");
      await wears(ania, look);
      await picture(ania.page, what);
      await fitsInWidth(ania.page, what);
      await overlapsNowhere(ania.page, AT_THE_BOARD, what);
      await touchable(ania.page, what);
      await standsRight(ania, set);
      await isReadable(ania.page, what);
    }
    await wears(ania, { screen: "1280x720", board: "wood", language: locale.slice(0, 2), light: "light" });
    await isAccessible(ania.page, `the board of ${set}`);
    assert.equal((await ringOf(ania)).length, ring);
    const lap = await lapOf(ania);
    assert.ok(anticlockwise ? lap < 0 : lap > 0, `the way round has the area ${lap}`);
    const { yard, ringed } = await boardOf(ania);
    assert.deepEqual(ringed, [0, 1, 2, 3].flatMap((quarter) => safe.map((offset) => (quarter * ring) / 4 + offset)));
    assert.ok(yard.r.x < 0.5 && yard.r.y > 0.5, `one's own yard is at ${JSON.stringify(yard.r)}`);
  });
}

/** Changes size, material, language and light in place: no new page, no new game. */
async function wears(player, { screen, board, language, light }) {
  const [width, height] = screen.split("x").map(Number);
  const [tag, rtl] = language.split("-");
  await player.page.setViewportSize({ width, height });
  await player.page.emulateMedia({ colorScheme: light });
  await player.part("settings").click();
  await player.choose(`setting-board-${board}`);
  await player.choose(`setting-language-${tag}`);
  await player.page.locator(`html[lang="${tag}"]`).waitFor({ state: "attached" });
  await player.page.keyboard.press("Escape");
  await player.page.evaluate((dir) => {
    document.dir = dir;
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, rtl ?? "ltr");
}

/** Every token is in the square that the rules say, whatever the size of the window. */
async function standsRight(player, set) {
  const { tokens, squares, size } = await boardOf(player);
  assert.ok(tokens.length >= 4, `${set}: ${tokens.length} tokens`);
  for (const { seat, progress, x, y } of tokens) {
    const square = squares[seat][progress];
    if (!square) continue;
    const off = Math.max(Math.abs(x - square.x), Math.abs(y - square.y));
    assert.ok(off < 0.5, `${set}: ${seat} at ${progress} is ${off.toFixed(2)} squares of ${size} beside its own`);
  }
}

test("house rules: impossible ones are refused in words, the others are shown to who comes before they sit", async () => {
  const ania = await world.comes();
  const bartek = await world.comes({ viewport: { width: 360, height: 740 }, locale: "pl-PL" });
  await ania.arrive();
  await ania.part("rules-change").click();
  await ania.choose("rules-mensch");
  await ania.part("house").click();
  await ania.choose("home-roll", { refused: true });
  assert.match(await ania.part("cannot-home").textContent(), /the column is the goal/i);
  assert.equal(await ania.part("home-nothing").isChecked(), true, "what cannot be is not chosen");
  await ania.choose("capture-roll");
  await ania.choose("out-0");
  assert.equal(await ania.part("cannot-home").textContent(), "");
  await ania.choose("length-quick");
  await ania.choose("time-20");
  await isAccessible(ania.page, "the sheet of a game");
  await ania.part("rules-done").click();
  assert.deepEqual(await ania.chips(), ["German rules", "quick", "+2 house rules", "20 s a move"]);
  await ania.part("play-friends").click();
  await ania.tellName("Ania");
  await ania.part("begin").waitFor();
  const code = (await ania.part("code").textContent()).trim();

  await bartek.page.goto(`/t/${code}`);
  await bartek.part("waiting").waitFor();
  assert.deepEqual(await bartek.chips(), ["Niemieckie", "szybka", "+2 zasady domowe", "20 s na ruch"]);
  const told = bartek.page.locator('main [data-testid="rules-short"] li');
  const house = bartek.page.locator('main [data-testid="rules-short"] li.changed');
  assert.ok((await told.count()) > 10);
  assert.deepEqual(await house.locator("span:first-child").allTextContents(), ["Wszystkie pionki zaczynają w bazie.", "Zbicie daje dodatkowy rzut."]);
  await isAccessible(bartek.page, "the waiting room, with house rules");
  await fitsInWidth(bartek.page, "the waiting room, with house rules");
  await picture(bartek.page, "house-rules-360x740-pl");

  // The host changes their mind: who looks on sees it at once, and nothing of it is theirs to change.
  assert.equal(await bartek.page.locator('input[name="rules"]').count(), 0);
  await ania.choose("rules-parchis");
  await bartek.page.getByText("Hiszpańskie parchís").first().waitFor();
  assert.equal(await house.count(), 0);
  await bartek.part("sit-y").click();
  await bartek.part("name-input").fill("Bartek");
  await bartek.part("name-go").click();
  await ania.page.locator('[data-testid="seat-y"][data-occupied="true"]').waitFor();
  await ania.begin();
  await bartek.onBoard();
  const before = await ania.stand();
  assert.match(before.position, /^parchis /);
  // Each looks from their own yard.
  for (const [player, seat] of [[ania, "r"], [bartek, "y"]]) {
    const { yard } = await boardOf(player);
    assert.ok(yard[seat].x < 0.5 && yard[seat].y > 0.5, `${seat}: ${JSON.stringify(yard[seat])}`);
    assert.ok((await lapOf(player)) < 0, `${seat} sees the way round the other way`);
  }
});

test("what is chosen is there again in every language, and a language that does not come says so", async () => {
  const ania = await world.comes();
  await ania.arrive();
  await ania.chooseGame({ rules: "chinczyk" });
  await ania.part("language-pl").click();
  await ania.page.locator('html[lang="pl"]').waitFor({ state: "attached" });
  await soon(async () => assert.deepEqual(await ania.chips(), ["Chińczyk"]));
  await ania.part("language-en").click();
  await soon(async () => assert.deepEqual(await ania.chips(), ["Polish rules"]));
  await ania.page.reload();
  await ania.part("play-friends").waitFor();

  ania.witness.expectOffline();
  await ania.page.route("**/assets/words/pl-*", (route) => route.abort());
  await ania.part("language-pl").click();
  await ania.part("notice").waitFor();
  assert.match(await ania.part("notice").textContent(), /Polski could not be loaded/);
  assert.equal(await ania.page.locator("html").getAttribute("lang"), "en");
  // At the start of the page likewise.
  await ania.page.reload();
  await ania.part("play-friends").waitFor();
  await ania.part("notice").waitFor();
  assert.equal(await ania.page.locator("html").getAttribute("lang"), "en");
  assert.equal(await ania.page.locator("h1").textContent(), "Ludo");
});

test("after a reload in mid-game the last moves are there", async () => {
  const ania = await world.comes();
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  await play([ania], { until: past(60) });
  const moves = () => ania.page.locator('[data-testid="log"] li').allTextContents();
  const before = await moves();
  assert.ok(before.length > 20, `${before.length} moves`);
  await ania.page.reload();
  await ania.onBoard();
  await ania.page.locator('[data-testid="log"] li').first().waitFor();
  assert.deepEqual(await moves(), before);
});
