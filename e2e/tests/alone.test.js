// One person and the computer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { actByKeys, press, tabTo } from "../lib/keyboard.js";
import { SCREENS, fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { soon } from "../lib/soon.js";
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
  await noTurnIsLeft(ania);

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
  await play([ania], { until: past(10) });
  await ania.giveUp();
  await noTurnIsLeft(ania);
});

/** On the podium, and on the board behind it. */
async function noTurnIsLeft(player) {
  await player.part("podium").waitFor();
  for (const gone of ["roll", "turn", "board", "clock"]) assert.equal(await player.part(gone).count(), 0, gone);
  // The window is told a little later than the page.
  await soon(async () => assert.doesNotMatch(await player.page.title(), /your turn/i));
  await player.part("see-board").click();
  await player.onBoard();
  assert.equal(await player.part("roll").count(), 0);
  assert.equal(await player.part("turn").getAttribute("data-yours"), "false");
  assert.equal(await player.page.locator('[data-turn="true"]').count(), 0);
  assert.equal(await player.due.count(), 0);
  await player.part("see-result").click();
  await player.part("podium").waitFor();
}

const LANGUAGES = [
  { locale: "en-GB", lang: "en", name: "Zoë", roll: "Roll", whole: true },
  // What keys do is the same in every language: this one is given up on the way.
  { locale: "pl-PL", lang: "pl", name: "Zażółć Gęślą", roll: "Rzuć", whole: false },
];

for (const { locale, lang, name, roll, whole } of LANGUAGES) {
  test(`b125 a game with the keyboard alone, on a phone's screen, language ${lang}`, async () => {
    const ania = await world.comes({ ...PHONE, locale });
    await ania.arrive();
    assert.equal(await ania.page.locator("html").getAttribute("lang"), lang);
    await press(ania.page, "play-friends");
    // The sheet has the focus in its field.
    await ania.page.locator('[data-testid="name-input"]:focus').waitFor();
    await ania.page.keyboard.type(name);
    await ania.page.keyboard.press("Enter");
    await ania.part("waiting").waitFor();
    await press(ania.page, "add-bot-y");
    await ania.page.locator('[data-testid="seat-y"][data-occupied="true"]').waitFor();
    await press(ania.page, "length-whole", "ArrowRight");
    await ania.page.locator('[data-testid="length-quick"]:checked').waitFor({ state: "attached" });
    await press(ania.page, "begin");
    await ania.onBoard();
    assert.equal((await ania.names()).r, name);
    await play([ania], { until: async () => (await ania.page.locator('[data-testid="roll"][aria-disabled="false"]').count()) > 0 });
    assert.match(await ania.part("roll").textContent(), new RegExp(roll));
    if (whole) {
      assert.equal(await play([ania], { act: actByKeys }), "over");
    } else {
      await play([ania], { act: actByKeys, until: past(30) });
      await press(ania.page, "menu");
      await press(ania.page, "resign");
      await press(ania.page, "resign-sheet-go");
      await ania.part("podium").waitFor();
    }
    await press(ania.page, "rematch");
    await ania.onBoard();
  });
}

const LEVELS = [
  { locale: "en-GB", level: "hard bot", weakness: /does not look ahead/, played: "with 2 bots" },
  { locale: "pl-PL", level: "bot trudny", weakness: /nie patrzy naprzód/, played: "z: 2 boty" },
];

for (const { locale, level, weakness, played } of LEVELS) {
  test(`the strength of the bots is chosen, remembered, and told at the table, ${locale}`, async () => {
    const ania = await world.comes({ ...PHONE, locale });
    await ania.arrive();
    await ania.part("rules-change").click();
    assert.equal(await ania.part("level").inputValue(), await ania.part("level").locator("option").nth(3).textContent(), "the middle is the default");
    await ania.part("level").selectOption({ label: level });
    assert.match(await ania.part("level-words").textContent(), weakness);
    assert.ok((await ania.part("level").boundingBox()).height >= 44, "a finger finds the list");
    await ania.choose("length-quick");
    await ania.part("rules-done").click();
    assert.equal(await ania.part("level-chip").textContent(), level);
    for (const { name, width, height } of SCREENS) {
      await ania.page.setViewportSize({ width, height });
      await fitsInWidth(ania.page, `start at ${name}`);
      await ania.page.evaluate(() => scrollTo(0, 0));
      await picture(ania.page, `ways-${name}-${locale}`);
      for (const way of ["start-bots-1", "play-friends", "join-code"]) {
        const { y, height: own } = await ania.part(way).boundingBox();
        assert.ok(y + Math.min(own, 44) <= height, `${way} is in sight at ${name} without scrolling: ${y}`);
      }
    }
    await ania.page.setViewportSize(PHONE.viewport);
    await isAccessible(ania.page, `start, ${locale}`);
    await ania.part("start-bots-2").tap();
    await ania.onBoard();
    for (const seat of "gy") {
      const sign = ania.part(`bot-${seat}`);
      assert.equal(await sign.getAttribute("title"), level);
      assert.equal(await sign.getAttribute("aria-label"), level);
    }
    await isAccessible(ania.page, `board, ${locale}`);
    assert.ok((await ania.part("log").textContent()).includes(level), "the log says who plays how well");
    // What just happened stays in sight: the way of the last move ends where its token stands, and the roll is marked as checked.
    await play([ania], { until: async () => (await ania.part("trails").locator("[data-made]").count()) > 0 });
    const [, seat, to] = /^(.) \d+-(\d+)$/.exec(await ania.part("trails").locator("[data-made]").first().getAttribute("data-made"));
    assert.ok((await ania.page.locator(`[data-testid^="token-${seat}-"][data-progress="${to}"]`).count()) > 0, `a token of ${seat} stands at ${to}`);
    assert.match(await ania.part("die-checked").getAttribute("class"), /good/);

    await ania.arrive();
    assert.equal(await ania.part("level-chip").textContent(), level, "it is remembered");
    assert.equal((await ania.chips()).length, 2, "and so is the length of the game");
    // Names come in bidi isolates.
    assert.ok((await ania.part("running").textContent()).replace(/[\u2068\u2069]/g, "").includes(played), played);
    await ania.part("back-to").waitFor();
    await ania.part("play-friends").click();
    await ania.tellName("Ania");
    await ania.part("begin").waitFor();
    await fitsInWidth(ania.page, "waiting room");
    await isAccessible(ania.page, `waiting room, ${locale}`);
    await ania.addBot("g");
    // By the keyboard: one level stronger, and the next bot has it.
    await ania.part("level").focus();
    await ania.page.keyboard.press("ArrowDown");
    await ania.addBot("y");
    const told = (seat) => ania.part(`seat-${seat}`).locator(".tag").textContent();
    assert.equal(await told("g"), level);
    assert.notEqual(await told("y"), level);
    await ania.part("begin").click();
    await ania.onBoard();
    assert.equal(await ania.part("bot-g").getAttribute("title"), level);
  });
}

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

test("b129 after a burst of events with movement on, tokens stand where the position says", async () => {
  const ania = await world.comes({ reducedMotion: "no-preference" });
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  let turns = 0;
  const check = async () => {
    const { position } = await ania.stand();
    assert.equal(await ania.drawn(), position.split(" ")[1]);
    // Nothing moves any more that the person is asked to act upon.
    assert.equal(await ania.page.evaluate(() => document.querySelectorAll('[data-testid="die"].tumbling').length), 0);
    turns += 1;
    return turns > 8;
  };
  await play([ania], { until: check });
});

test("b081 a page that was hidden while bots played shows the newest board at once", async () => {
  const ania = await world.comes({ reducedMotion: "no-preference" });
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  const hide = (hidden) =>
    ania.page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  // Frames of animation never come to a hidden page.
  await hide(true);
  await ania.page.evaluate(() => (window.requestAnimationFrame = () => 0));
  await play([ania], { until: past(60) });
  const { seq, position } = await ania.stand();
  await hide(false);
  assert.deepEqual(await ania.stand(), { seq, position });
  assert.equal(await ania.drawn(), position.split(" ")[1]);
  // The token itself: a light that breathes under one that can move is no movement.
  const moving = () => document.getAnimations().filter((animation) => animation.effect?.target?.matches('[data-testid^="token-"]')).length;
  assert.equal(await ania.page.evaluate(moving), 0, "no token walks to where it is already");
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

/** Counts what comes over the network to a person's page, compressed as it is; as the build does, without the heads of answers. */
async function bytesOf({ context, page }) {
  const debug = await context.newCDPSession(page);
  let sum = 0;
  await debug.send("Network.enable");
  debug.on("Network.dataReceived", ({ encodedDataLength }) => (sum += encodedDataLength));
  return () => sum;
}
