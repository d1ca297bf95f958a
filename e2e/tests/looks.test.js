// How it looks on screens of all sizes, and to those who do not see it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { contrast } from "../lib/contrast.js";
import { SCREENS, breaksNoWord, fitsInWidth, overlapsNowhere, touchable } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { together } from "../lib/table.js";

const world = together();

const AT_THE_BOARD = ["board", "roll", "turn", "plate-r", "plate-g", "plate-y", "plate-b", "home", "rules-open", "settings", "menu"];

/** The four screens of the game, by what brings one there. */
const VIEWS = {
  start: { parts: ["start-bots-1", "start-bots-2", "start-bots-3", "play-friends", "join-code", "join-go", "rules-change"], go: (ania) => ania.arrive() },
  waiting: {
    parts: ["seat-r", "seat-g", "seat-y", "seat-b", "begin", "code", "copy-link", "length-whole", "length-quick"],
    go: async (ania) => {
      await ania.openTable("Ania");
      await ania.addBot("y");
    },
  },
  board: {
    parts: AT_THE_BOARD,
    go: async (ania) => {
      await ania.arrive();
      await ania.part("start-bots-3").click();
      await ania.onBoard();
      await play([ania], { until: async () => (await past(120)(ania)) && (await canChoose(ania)) });
    },
  },
  podium: {
    parts: ["place-1", "place-2", "place-3", "place-4", "proof", "rematch", "see-board"],
    go: async (ania) => {
      await ania.arrive();
      await ania.part("start-bots-3").click();
      await ania.onBoard();
      await play([ania], { until: past(12) });
      // Giving up ends one's own part; the bots play on to the end.
      await ania.giveUp();
      await ania.part("podium").waitFor();
    },
  },
};

const AT_TWICE = ["360x740", "1280x720"];

for (const [view, { go, parts }] of Object.entries(VIEWS)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`b119 b120 ${view}, ${colorScheme}: axe-core finds nothing, it fits every screen, nothing on top of another`, async () => {
      const ania = await world.comes({ colorScheme, viewport: { width: 390, height: 844 } });
      await go(ania);
      await isAccessible(ania.page, `${view}, ${colorScheme}`);
      for (const { name, width, height } of SCREENS) {
        await ania.page.setViewportSize({ width, height });
        // The page lays itself out again at the next frame.
        await ania.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const what = `${view} at ${name}, ${colorScheme}`;
        await picture(ania.page, `${view}-${name}-${colorScheme}`);
        await fitsInWidth(ania.page, what);
        await breaksNoWord(ania.page, what);
        // Down to the end, where a bar that stays at the window's edge has come to its own place.
        if (view === "waiting") await ania.part("begin").evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await overlapsNowhere(ania.page, parts, what);
        if (view === "board") {
          await ania.page.evaluate(() => scrollTo(0, 0));
          await isWhollySeen(ania, what, width, height);
        }
      }
      // Light or dark is of no matter for this one.
      if (colorScheme === "light") await fitsAtTwice(ania, view, parts);
    });
  }
}

test("read from right to left, the board of the start page lies beside the ways to play as it does from left to right", async () => {
  const ania = await world.comes();
  await ania.arrive();
  const reach = (dir) => ania.page.evaluate((dir) => {
    document.dir = dir;
    const [board, ways] = [".ornament .board", ".ways"].map((part) => document.querySelector(part).getBoundingClientRect());
    return dir === "rtl" ? board.right - ways.left : ways.right - board.left;
  }, dir);
  const [own, mirrored] = [await reach("ltr"), await reach("rtl")];
  assert.ok(Math.abs(own - mirrored) < 1, `it reaches ${own} into them, and ${mirrored} where it is mirrored`);
});

/** With one and the same grey for all four, no two seats look alike: neither on their plates nor on the board. */
async function areToldApartInGrey(player) {
  await player.page.evaluate(() => {
    for (const element of document.querySelectorAll(".seat-r, .seat-g, .seat-y, .seat-b")) {
      for (const [name, grey] of [["", "#777"], ["-on", "#fff"], ["-deep", "#555"], ["-pale", "#ccc"], ["-ink", "#555"]]) element.style.setProperty(`--seat${name}`, grey);
      // Nor does it matter here whose turn it is.
      element.classList.remove("turn-on");
    }
  });
  const looks = {
    plate: async (seat) => (await player.part(`plate-${seat}`).locator(".peg").screenshot({ animations: "disabled" })).toString("base64"),
    // Tokens lie on grounds that differ: of these the form of their mark, which is seen.
    token: async (seat) => {
      const mark = player.page.locator(`[data-testid^="token-${seat}-"] .mark`).first();
      assert.ok(await mark.isVisible());
      return mark.getAttribute("d");
    },
  };
  for (const [what, look] of Object.entries(looks)) {
    const seen = new Map();
    for (const seat of "rgyb") {
      const own = await look(seat);
      assert.ok(!seen.has(own), `the ${what} of ${seat} looks like that of ${seen.get(own)}`);
      seen.set(own, seat);
    }
  }
}

/** Whoever set their browser to letters of twice the size has everything, nothing on top of another, nothing beside the window. */
async function fitsAtTwice(ania, view, parts) {
  const devtools = await ania.context.newCDPSession(ania.page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const { name, width, height } of SCREENS.filter(({ name }) => AT_TWICE.includes(name))) {
    await ania.page.setViewportSize({ width, height });
    await ania.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const what = `${view} at ${name}, letters of twice the size`;
    assert.equal(await ania.page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "32px", what);
    await picture(ania.page, `${view}-${name}-twice`);
    await fitsInWidth(ania.page, what);
    if (view === "board") await isWhollySeen(ania, what, width, height);
    if (view === "waiting") await ania.part("begin").evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await overlapsNowhere(ania.page, parts, what);
    await touchable(ania.page, what);
  }
}

/** Whether more than one token is lit. */
async function canChoose(player) {
  return (await player.page.locator('[data-testid^="token-"][role="button"]').count()) > 1;
}

/** Board and die are in the window as it opens, and where there is room for it the last move: nothing to scroll for. */
async function isWhollySeen(ania, what, width, height) {
  const parts = ["board", "roll", "turn"].map((testid) => [testid, ania.part(testid)]);
  if (height > 1000) parts.push(["the last move", ania.part("log").locator("li").first()]);
  for (const [testid, part] of parts) {
    const box = await part.boundingBox();
    const inside = box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
    assert.ok(inside, `${what}: ${testid} is at ${JSON.stringify(box)}`);
  }
}

/** Of what tells a state without words: WCAG 2, 1.4.11. */
const LEAST_CONTRAST = 3;

for (const colorScheme of ["light", "dark"]) {
  test(`b122 b123 die and marks stand out on all four colours, and tell seats apart without any, ${colorScheme}`, async () => {
    const ania = await world.comes({ colorScheme });
    await ania.arrive();
    await ania.part("start-bots-3").click();
    await ania.onBoard();
    const stands = async (part, one, other) => {
      const ratio = await contrast(ania.part(part), one, other);
      assert.ok(ratio >= LEAST_CONTRAST, `${part}: ${one} on ${other} has ${ratio.toFixed(2)}`);
    };
    await stands("die", "--pip", "--die");
    await stands("die", "--die", "--tray");
    for (const seat of "rgyb") await stands(`plate-${seat}`, "--seat-on", "--seat");
    await areToldApartInGrey(ania);
  });
}
