// How all dice of a server fell, for people.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { SCREENS, fitsInWidth } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { soon } from "../lib/soon.js";
import { together } from "../lib/table.js";

const world = together();

/** A game that is over, so that there is something to tell: its one person gives up, and the bots play on. */
async function aGame(ania) {
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  await play([ania], { until: past(12) });
  await ania.giveUp();
  await ania.part("podium").waitFor();
}

for (const colorScheme of ["light", "dark"]) {
  test(`the page of the dice is found from the start, says it in words, and fits every screen, ${colorScheme}`, async () => {
    const ania = await world.comes({ colorScheme, viewport: { width: 390, height: 844 } });
    await aGame(ania);
    await ania.page.goto(world.server.url);
    await ania.part("dice-stats").click();
    await ania.page.getByRole("heading", { level: 1, name: "How the dice fell" }).waitFor();
    // The game is counted a moment after it is over.
    await soon(async () => {
      await ania.page.reload();
      assert.ok((await ania.page.locator("figure svg").count()) > 0, "the game is counted");
    });
    assert.match(await ania.page.locator(".first").innerText(), /^[\d,]+ rolls: each face came between .* Fair dice differ as much in .* of 100 cases\.$/);
    for (const lang of ["en", "pl"]) {
      await ania.page.goto(`${world.server.url}/dice?lang=${lang}`);
      assert.equal(await ania.page.locator("html").getAttribute("lang"), lang);
      await isAccessible(ania.page, `the dice, ${lang}, ${colorScheme}`);
      for (const { name, width, height } of SCREENS) {
        await ania.page.setViewportSize({ width, height });
        await fitsInWidth(ania.page, `the dice at ${name}, ${lang}`);
        const wide = await ania.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${name}, ${lang}: ${wide} px too wide`);
        await picture(ania.page, `dice-${lang}-${name}-${colorScheme}`);
      }
    }
  });
}
