// What the engine says at a table: a hint for who plays alone, chances for who watches; nothing for who plays against people.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { SCREENS, fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { ludo } from "../lib/native.js";
import { picture } from "../lib/picture.js";
import { inStep, play } from "../lib/play.js";
import { soon } from "../lib/soon.js";
import { together } from "../lib/table.js";

const world = together();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const LANGUAGES = [
  { locale: "en-GB", words: /^Hint: red token \d, .+/, button: "Hint", token: /, hint$/ },
  { locale: "pl-PL", words: /^Podpowiedź: .+/, button: "Podpowiedź", token: /, podpowiedź$/ },
];

for (const { locale, words, button, token } of LANGUAGES) {
  test(`alone against bots a hint is told, drawn and not played, ${locale}`, async () => {
    const ania = await world.comes({ ...PHONE, locale });
    await ania.arrive();
    await ania.part("start-bots-1").click();
    await ania.onBoard();
    assert.notEqual(await play([ania], { until: async () => (await ania.part("hint").count()) > 0 }), "over");
    const { position } = await ania.stand();
    const tokens = ania.page.locator('[data-testid^="token-r-"][data-movable]');
    const movable = await tokens.evaluateAll((tokens) => tokens.map((token) => token.dataset.movable));
    assert.ok(new Set(movable).size > 1, `several moves: ${movable}`);
    assert.equal((await ania.part("hint").textContent()).trim(), button);
    assert.ok((await ania.part("hint").boundingBox()).height >= 44, "a finger finds it");
    const due = await ania.part("turn").textContent();
    // By keyboard.
    await ania.part("hint").focus();
    await ania.page.keyboard.press("Enter");
    await ania.page.locator('[data-testid="hint-sign"][data-move]').waitFor({ state: "attached" });

    // It is what a strong bot plays, in words, on the board and for a screen reader; and nothing was done.
    const [native] = await ludo(["choose"], JSON.stringify({ pos: position, bot: "strong", seed: "0".repeat(64) }));
    assert.equal(await ania.part("hint-sign").getAttribute("data-move"), native.move);
    const said = (await ania.part("turn").locator("p").textContent()).replace(/[\u2068\u2069]/g, "");
    assert.match(said, words);
    assert.notEqual(said, due);
    assert.ok((await ania.part("announcer").textContent()).replace(/[\u2068\u2069]/g, "").includes(said), "it is announced");
    const hinted = ania.page.locator(`[data-testid^="token-r-"][data-movable="${native.move}"]`).first();
    assert.match(await hinted.getAttribute("aria-label"), token);
    assert.equal((await ania.stand()).position, position);
    await isAccessible(ania.page, `a hint, ${locale}`);
    for (const { name, width, height } of SCREENS) {
      await ania.page.setViewportSize({ width, height });
      await fitsInWidth(ania.page, `a hint at ${name}`);
      await overlapsNowhere(ania.page, ["plate-r", "turn", "roll"], `a hint at ${name}`);
      await picture(ania.page, `hint-${width}x${height}-${locale}`);
    }
    await ania.page.setViewportSize(PHONE.viewport);

    // With the choice it is over.
    const before = await ania.stand();
    await hinted.click({ force: true });
    await ania.later(before);
    assert.equal(await ania.page.locator('[data-testid="hint-sign"][data-move]').count(), 0);
    assert.equal(await ania.part("chances").count(), 0, "no chances for who plays");
  });
}

test("who watches sees the chances if they want them, who plays sees neither chances nor hints", async () => {
  const [ania, bartek, celina] = [await world.comes(), await world.comes(), await world.comes(PHONE)];
  const code = await ania.openTable();
  await bartek.sitDown(code, "y", "Bartek");
  await ania.chooseQuick();
  await ania.begin();
  await bartek.onBoard();
  await celina.page.goto(`/t/${code}`);
  await celina.onBoard();
  const watched = () => celina.page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /think|\.net$/.test(name)).length);
  assert.equal(await celina.part("chances").getAttribute("aria-pressed"), "false");
  assert.equal(await celina.part("chance-r", "chance-y").count(), 0);
  assert.equal(await watched(), 0, "nothing is fetched before it is wanted");

  await celina.part("chances").tap();
  const shares = async () => {
    const texts = await celina.part("chance-r", "chance-y").locator("span:first-child:not(.bar)").allTextContents();
    return texts.map((text) => Number(/\d+/.exec(text)?.[0]));
  };
  await celina.part("chance-r").waitFor();
  const [red, yellow] = await shares();
  assert.equal(red + yellow, 100);
  assert.ok(Math.abs(red - yellow) < 30, `${red} : ${yellow} at the beginning`);
  assert.match(await celina.part("chance-y").getAttribute("aria-label"), /^chance of a win: \d+%$/);
  await isAccessible(celina.page, "with chances");
  for (const { name, width, height } of SCREENS) {
    await celina.page.setViewportSize({ width, height });
    await fitsInWidth(celina.page, `chances at ${name}`);
    await picture(celina.page, `chances-${width}x${height}`);
  }
  await celina.page.setViewportSize(PHONE.viewport);

  // It is remembered, and follows the game.
  await celina.page.reload();
  await celina.part("chance-r").waitFor();
  const seen = new Set();
  let acts = 0;
  const player = await play([ania, bartek], {
    until: async () => acts > 50,
    act: async (player) => {
      acts += 1;
      if (acts < 20) assert.equal(await player.part("hint", "chances", "chance-r").count(), 0, "no help for who plays against people");
      if (acts % 10 === 0) {
        // Nobody moves meanwhile: what is shown becomes what the thinker says of this very position.
        const { position } = await player.stand();
        await inStep(player, celina);
        const hundredths = await celina.page.evaluate((position) => globalThis.ludoThink("hundredths", position), position);
        const [red, , yellow] = hundredths.split(",").map(Number);
        await soon(async () => assert.deepEqual(await shares(), [red, yellow], position));
        seen.add(red);
      }
      await player.act();
    },
  });
  await player.giveUp();
  const [winner] = await ania.places();
  assert.ok(seen.size > 1, `they follow the game: ${[...seen]}`);

  // After the game how the chances went is there for all.
  await ania.part("course").click();
  await ania.part("course-sheet").locator("svg.course").waitFor();
  const names = (await ania.part("course-sheet").locator("li").allTextContents()).map((text) => text.replace(/[\u2068\u2069]/g, ""));
  assert.equal(names.length, 2);
  assert.match(names[0], new RegExp(`^${winner === "r" ? "Ania" : "Bartek"} \\d+% → 100%$`), "the winner first");
  assert.match(names[1], / → 0%$/);
  await isAccessible(ania.page, "how the chances went");
  await fitsInWidth(ania.page, "how the chances went");
  await picture(ania.page, "course");
});
