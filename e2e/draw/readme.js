// Takes the pictures of the README: a game of three people and a bot, from the start page to the proof of its dice. The dice, and all else
// that is drawn by lot, are those of a seed, so that the pictures come out the same until the page looks different:
//
//   cargo xtask page && cargo build -p ludo-server --example same_game
//   LUDO_SAME_GAME=target/debug/examples/same_game LUDO_CHROMIUM=chromium node e2e/draw/readme.js docs/pictures
//
// A second word is another seed to begin with: the first game that has something worth a look is taken.

import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, env } from "node:process";
import { setTimeout as pause } from "node:timers/promises";

import { launch, person } from "../lib/browser.js";
import { inStep, play } from "../lib/play.js";
import { Player } from "../lib/player.js";

/** The game of which pictures are taken. Where the page or the bots changed so that it is another game, it is looked for again from here. */
const SEED = 1;
/** Seen in the pictures, as part of a link. */
const PORT = 8080;
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
const browser = await launch();

/** A server whose dice are those of a seed. */
async function serve(seed) {
  const child = spawn(env.LUDO_SAME_GAME, [String(PORT), String(seed)], { stdio: "inherit" });
  const url = `http://localhost:${PORT}`;
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error("same_game did not come up");
    if (await fetch(`${url}/health/ready`).then(({ ok }) => ok, () => false)) return { url, child };
    await pause(50);
  }
}

/** Somebody whose device draws its numbers from a seed, too. */
async function comes(server, options, seed) {
  const player = new Player(await person(browser, server, options));
  await player.context.addInitScript((seed) => {
    let state = seed;
    const next = () => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    };
    const fill = (array) => {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, at, bytes) => (bytes[at] = next()));
      return array;
    };
    Object.defineProperty(crypto, "getRandomValues", { value: fill });
  }, seed);
  return player;
}

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
async function game(server, seed) {
  const ania = await comes(server, DESKTOP, seed * 3 + 1);
  const kofi = await comes(server, PHONE, seed * 3 + 2);
  const mei = await comes(server, PHONE, seed * 3 + 3);
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
    // By the one who won, if it was a person.
    const [first] = await kofi.places();
    const winner = { r: ania, g: kofi, y: mei }[first] ?? kofi;
    await winner.page.setViewportSize(PHONE.viewport);
    await winner.part("podium").waitFor();
    await winner.page.evaluate(() => scrollTo(0, 0));
    await shoot(winner, "podium");
    await winner.part("see-proof").click();
    await winner.part("proof-sheet").locator("table, [role=table]").first().waitFor();
    await winner.page.evaluate(() => document.activeElement?.blur());
    await shoot(winner, "proof");
    return true;
  } finally {
    for (const { context } of people) await context.close();
  }
}

try {
  for (let seed = Number(argv[3] ?? SEED), found = false; !found; seed += 1) {
    const server = await serve(seed);
    try {
      found = await game(server, seed);
    } finally {
      server.child.kill();
      await new Promise((done) => server.child.once("exit", done));
    }
    console.log(`seed ${seed}: ${found ? "taken" : "nothing worth a look"}`);
  }
} finally {
  await browser.close();
}
