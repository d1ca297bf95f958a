// One person and the computer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { actByKeys, press, tabTo } from "../lib/keyboard.js";
import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test("two taps from the address to the first roll, then to the podium, then a rematch", async () => {
  const ania = await world.comes(PHONE);
  await ania.arrive();
  await ania.part("start-bots-3").tap();
  await ania.onBoard();
  // Bots may have the first turn; then it is this person's, without anything else to press.
  await play([ania], { until: async () => true });
  const before = await ania.stand();
  await ania.part("roll").tap();
  await ania.later(before);
  assert.equal(await play([ania]), "over");
  const { rolls, checked } = await ania.proof();
  assert.equal(checked, rolls);

  await ania.part("rematch").tap();
  await ania.onBoard();
  await play([ania], { until: past(5) });
  assert.equal(await ania.ownSeat(), "r");
  assert.equal(await ania.part("bot-g").count(), 1, "bots are labelled");
});

test("b033 after the end no turn, no die, no clock", async () => {
  const ania = await world.comes(PHONE);
  await ania.arrive();
  await ania.part("start-bots-1").click();
  await ania.onBoard();
  await play([ania]);
  for (const gone of ["roll", "turn", "board", "clock"]) assert.equal(await ania.part(gone).count(), 0, gone);
  assert.doesNotMatch(await ania.page.title(), /your turn/i);
  await ania.part("see-board").click();
  await ania.onBoard();
  assert.equal(await ania.part("roll").count(), 0);
  assert.equal(await ania.part("turn").getAttribute("data-yours"), "false");
  assert.equal(await ania.page.locator('[data-turn="true"]').count(), 0);
  assert.equal(await ania.due.count(), 0);
  await ania.part("see-result").click();
  await ania.part("podium").waitFor();
});

test("b125 a whole game with the keyboard alone, on a phone's screen, in English", async () => {
  const ania = await world.comes(PHONE);
  await ania.page.goto("/");
  await ania.part("play-friends").waitFor();
  assert.equal(await ania.page.locator("html").getAttribute("lang"), "en");
  await press(ania.page, "start-bots-1");
  await ania.onBoard();
  assert.equal(await play([ania], { act: actByKeys }), "over");
  await press(ania.page, "rematch");
  await ania.onBoard();
});

test("b125 the same in Polish, from the waiting room", async () => {
  const ania = await world.comes({ ...PHONE, locale: "pl-PL" });
  await ania.page.goto("/");
  await ania.part("play-friends").waitFor();
  assert.equal(await ania.page.locator("html").getAttribute("lang"), "pl");
  await tabTo(ania.page, '[data-testid="name"]');
  await ania.page.keyboard.type("Zażółć Gęślą");
  await press(ania.page, "play-friends");
  await ania.part("waiting").waitFor();
  await press(ania.page, "add-bot-y");
  await ania.page.locator('[data-testid="seat-y"][data-occupied="true"]').waitFor();
  await press(ania.page, "length-whole", "ArrowRight");
  await ania.page.locator('[data-testid="length-quick"]:checked').waitFor({ state: "attached" });
  await press(ania.page, "begin");
  await ania.onBoard();
  assert.equal((await ania.names()).r, "Zażółć Gęślą");
  assert.match(await ania.part("turn").textContent(), /[ąćęłńóśźż]|kolej|rzut/i);
  assert.equal(await play([ania], { act: actByKeys }), "over");
});

test("b126 the focus stays where it is when turns pass", async () => {
  const ania = await world.comes();
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  const focused = () => ania.page.evaluate(() => document.activeElement?.dataset.testid);
  let rolls = 0;
  await play([ania], {
    until: async () => rolls >= 12,
    act: async () => {
      if (await ania.page.locator('[data-testid="roll"][aria-disabled="false"]').count()) {
        const before = await ania.stand();
        await ania.part("roll").focus();
        await ania.page.keyboard.press("Space");
        await ania.later(before);
        assert.equal(await focused(), "roll");
        rolls += 1;
      } else {
        await ania.act();
      }
    },
  });
  assert.notEqual((await ania.part("announcer").textContent()).trim(), "", "what happened is told in a live region");
});

test("a first visit weighs less than 250 kB, and a second one next to nothing", async () => {
  const ania = await world.comes();
  const weigh = await bytesOf(ania);
  await ania.arrive();
  await ania.page.waitForLoadState("networkidle");
  const first = weigh();
  console.log(`first visit: ${first} bytes`);
  assert.ok(first < 250_000, `${first} bytes`);
  await ania.page.reload();
  await ania.part("play-friends").waitFor();
  await ania.page.waitForLoadState("networkidle");
  const second = weigh() - first;
  console.log(`second visit: ${second} bytes`);
  assert.ok(second < 10_000, `${second} bytes`);
});

/** Counts what comes over the network to a person's page, heads and all. */
async function bytesOf({ context, page }) {
  const debug = await context.newCDPSession(page);
  let sum = 0;
  await debug.send("Network.enable");
  debug.on("Network.loadingFinished", ({ encodedDataLength }) => (sum += encodedDataLength));
  return () => sum;
}
