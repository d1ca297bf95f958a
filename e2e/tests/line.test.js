// The line breaks, or is slow: one person against bots, by a line that the test holds in its hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together({ line: true });

/** Ania against three bots. */
async function againstBots(options) {
  const ania = await world.comes(options);
  ania.witness.expectOffline();
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  return ania;
}

test("b062 b063 what is pressed without a line is done once, when the line is back", async () => {
  const ania = await againstBots();
  for (const seq of [20, 40, 60]) {
    if ((await play([ania], { until: past(seq) })) === "over") break;
    const before = await ania.stand();
    world.server.line.cut();
    await ania.press();
    assert.deepEqual(await ania.stand(), before, "nothing is shown that the table has not said");
    await ania.part("offline").waitFor();
    assert.deepEqual(await ania.stand(), before);
    world.server.line.mend();
    await ania.later(before);
    await ania.part("offline").waitFor({ state: "detached" });
  }
  // The page and one that never saw a broken line show the same.
  await play([ania], { until: past(80) });
  const fresh = await world.comes();
  await fresh.page.goto(ania.page.url());
  await fresh.onBoard();
  assert.deepEqual(await fresh.stand(), await ania.stand());
});

test("b128 a slow line: the die shows no face before the answer, then the true one", async () => {
  const ania = await againstBots({ reducedMotion: "no-preference" });
  // In the page itself, so that nothing is told later than it happens: the rolls that came.
  await ania.page.addInitScript(() => {
    globalThis.rolled = [];
    globalThis.WebSocket = class extends WebSocket {
      constructor(...where) {
        super(...where);
        this.addEventListener("message", ({ data }) => {
          const events = (JSON.parse(data).events ?? []).map(({ event }) => event);
          globalThis.rolled.push(...events.filter((event) => event.type === "rolled"));
        });
      }
    };
  });
  await ania.page.reload();
  await ania.onBoard();
  const rolled = () => ania.page.evaluate(() => globalThis.rolled);
  const roll = ania.page.locator('[data-testid="roll"][aria-disabled="false"]');
  await play([ania], { until: async () => (await roll.count()) > 0 && (await ania.stand()).seq > 12 });
  world.server.line.slow(3_000);
  try {
    const { seq } = await ania.stand();
    const known = (await rolled()).length;
    // Looked at whenever it changes, until the event is there: a face before it would be a guess.
    await ania.part("die").evaluate((die, known) => {
      globalThis.looks = [];
      const look = () => globalThis.looks.push({ tumbles: die.classList.contains("tumbling"), face: die.dataset.face ?? null, knows: globalThis.rolled.length > known });
      new MutationObserver(look).observe(die, { attributes: true });
    }, known);
    await roll.click();
    await ania.later({ seq });
    await ania.page.waitForFunction(() => document.querySelector('[data-testid="die"]').dataset.face);
    const shown = Number(await ania.part("die").getAttribute("data-face"));
    const looks = await ania.page.evaluate(() => globalThis.looks);
    assert.ok(looks.some(({ tumbles, knows }) => tumbles && !knows), "it tumbles from the press on");
    assert.deepEqual(looks.filter(({ face, knows }) => face && !knows), []);
    // Bots roll at once: at rest the die shows the last roll that the board has come to.
    const came = (await rolled()).slice(known);
    assert.ok(came.some((event) => event.face === shown), `${shown} was never rolled`);
    assert.ok(came.some((event) => event.seat === "r"), "the roll was this person's");
  } finally {
    world.server.line.slow(0);
  }
});
