// Takes the pictures of the README: a real game of three people and a bot, from the start page to the proof of its dice.
// `node e2e/draw/readme.js docs/pictures`, with LUDO_BIN and LUDO_CHROMIUM as for the tests. The dice are real, so that no
// two games are alike: a game is played on until something worth a look is to be chosen.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";

import { launch, person } from "../lib/browser.js";
import { inStep, play } from "../lib/play.js";
import { Player } from "../lib/player.js";
import { Server } from "../lib/server.js";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** Pixels of a picture for one of the page: more for phones, whose pictures are narrow. */
const SCALE = { phone: 2, desktop: 1.5 };
/** Earlier the board is empty. */
const MIDGAME = 130;
/** Large enough for sharp edges, small enough for a README. */
const QUALITY = 82;

const folder = argv[2] ?? ".";
await mkdir(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();

/** A picture in light, and one in dark. */
async function shoot(player, name) {
  const session = await player.context.newCDPSession(player.page);
  for (const colorScheme of ["dark", "light"]) {
    await player.page.emulateMedia({ colorScheme });
    // Colours change at once, but for what fades.
    await player.page.evaluate(() => Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished)));
    const scale = name === "desktop" ? SCALE.desktop : SCALE.phone;
    const clip = { x: 0, y: await player.page.evaluate(() => scrollY), ...player.page.viewportSize(), scale };
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY, clip });
    await writeFile(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, "base64"));
  }
}

/** Tokens that a player can choose among now, by what a screen reader is told. */
async function choices(player) {
  return player.page.locator('[data-testid^="token-"][role="button"]').evaluateAll((tokens) => tokens.map((token) => token.getAttribute("aria-label")));
}

/** Says yes where this player has something to choose in mid-game, with a capture among it. */
function worthALook(player) {
  return async (other) => {
    if (other !== player || (await player.stand()).seq < MIDGAME) return false;
    const names = await choices(player);
    return names.length > 1 && names.some((name) => name.includes("captures"));
  };
}

/** Goes on until there is such a moment, and shows what the capture would do. */
async function capture(player, people) {
  if ((await play(people, { until: worthALook(player) })) === "over") return false;
  await inStep(player, ...people);
  const token = player.page.locator('[data-testid^="token-"][role="button"][aria-label*="captures"]').first();
  await token.focus();
  await player.page.locator('[data-testid="preview"][data-to]').waitFor({ state: "attached" });
  return true;
}

/** A whole game; whether it had all that the README shows. */
async function game() {
  const ania = new Player(await person(browser, server, DESKTOP));
  const kofi = new Player(await person(browser, server, PHONE));
  const mei = new Player(await person(browser, server, PHONE));
  const people = [ania, kofi, mei];
  try {
    await kofi.arrive();
    await shoot(kofi, "start");

    const code = await ania.openTable("Ania");
    await kofi.sitDown(code, "g", "Kofi");
    await mei.sitDown(code, "y", "Mei");
    await ania.addBot("b");
    await ania.page.setViewportSize(PHONE.viewport);
    await ania.page.evaluate(() => scrollTo(0, 0));
    await shoot(ania, "waiting");
    await ania.page.setViewportSize(DESKTOP.viewport);
    await ania.begin();
    await Promise.all([kofi.onBoard(), mei.onBoard()]);

    if (!(await capture(ania, people))) return false;
    await shoot(ania, "desktop");
    if (!(await capture(kofi, people))) return false;
    await shoot(kofi, "phone");

    await play(people);
    await kofi.part("podium").waitFor();
    await shoot(kofi, "podium");
    await kofi.part("see-proof").click();
    await kofi.part("proof-sheet").locator("table, [role=table]").first().waitFor();
    await kofi.page.evaluate(() => document.activeElement?.blur());
    await shoot(kofi, "proof");
    return true;
  } finally {
    for (const { context } of people) await context.close();
  }
}

try {
  while (!(await game()));
} finally {
  await browser.close();
  await server.stop();
}
