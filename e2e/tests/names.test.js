// What people call themselves is text, whatever it looks like.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitsInWidth } from "../lib/layout.js";
import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together();

// As long as a name may be.
const NAMES = ["<img src=x onerror=ev()>", "<script>ev()</script>"];

for (const name of NAMES) {
  test(`b104 b105 the name ${name} is shown as text in every view`, async () => {
    const ania = await world.comes();
    const bartek = await world.comes();
    const guest = await world.comes();
    const ran = [];
    for (const one of [ania, bartek, guest]) await one.context.exposeBinding("ev", () => ran.push("it ran"));

    const views = [];
    const check = async (player, view) => {
      const found = await player.page.evaluate((name) => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let shown = 0;
        while (walker.nextNode()) shown += walker.currentNode.data.includes(name) ? 1 : 0;
        return { shown, made: document.querySelectorAll("img[src='x'], script:not([src])").length };
      }, name);
      assert.ok(found.shown > 0, `the name is not in ${view}`);
      assert.equal(found.made, 0, `the name made an element in ${view}`);
      views.push(view);
    };

    const code = await ania.openTable(name);
    await check(ania, "own waiting room");
    await bartek.sitDown(code, "y", "Bartek");
    await check(bartek, "another's waiting room");
    await ania.chooseQuick();
    await ania.begin();
    await bartek.onBoard();
    await guest.page.goto(`/t/${code}`);
    await guest.onBoard();
    await check(ania, "own board");
    await check(bartek, "another's board");
    await check(guest, "a watcher's board");
    // However long, it makes the page no wider: also where it is read from right to left.
    await guest.page.setViewportSize({ width: 360, height: 740 });
    for (const dir of ["ltr", "rtl"]) {
      await guest.page.evaluate((dir) => (document.dir = dir), dir);
      await fitsInWidth(guest.page, `a long name at the board, ${dir}`);
    }
    await bartek.page.goto("/");
    await bartek.part("running").waitFor();
    await check(bartek, "list of games");
    await bartek.page.goBack();
    await bartek.onBoard();
    await (await play([ania, bartek], { until: past(20) })).giveUp();
    await bartek.part("podium").waitFor();
    await guest.part("podium").waitFor();
    await check(bartek, "podium");
    await check(guest, "a watcher's podium");
    assert.equal(views.length, 8);
    assert.deepEqual(ran, []);
  });
}

test("b105 the content policy lets nothing run but the page's own files", async () => {
  const answer = await fetch(`${world.server.url}/`);
  const policy = answer.headers.get("content-security-policy");
  const directives = Object.fromEntries(policy.split(";").map((part) => part.trim().split(/\s+(.*)/s).slice(0, 2)));
  assert.equal(directives["script-src"], "'self' 'wasm-unsafe-eval'");
  assert.equal(directives["default-src"], "'none'");
  assert.equal(directives["base-uri"], "'none'");
  assert.equal(directives["frame-ancestors"], "'none'");
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*|https:/);
});
