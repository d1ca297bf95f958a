// Draws the pictures that messengers show beside a link: the board of the page itself in mid-game, the sign and the name.
// `node e2e/draw/previews.js crates/web/static`, with LUDO_BIN and LUDO_CHROMIUM as for the tests; then
// `pngquant --force --ext .png --strip --nofs 80 crates/web/static/preview-*.png`, which makes them a third as large.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import { launch, person } from "../lib/browser.js";
import { past, play } from "../lib/play.js";
import { Player } from "../lib/player.js";
import { Server } from "../lib/server.js";

const SIZE = { width: 1200, height: 630 };
/** One for each board, by its squares. */
const BOARDS = { 52: "classic", 40: "mensch", 68: "parchis" };
/** Where the board lies, in pixels of the picture. */
const BOARD = 540;

const folder = argv[2] ?? ".";
const sign = (await readFile(fileURLToPath(import.meta.resolve("../../crates/web/static/icon.svg")))).toString("base64");
const server = await Server.start();
const browser = await launch();
try {
  for (const [squares, rules] of Object.entries(BOARDS)) {
    const ania = new Player(await person(browser, server, { deviceScaleFactor: 2 }));
    await ania.arrive();
    await ania.chooseGame({ rules });
    await ania.part("start-bots-3").click();
    await ania.onBoard();
    await play([ania], { until: past(130) });
    // Without the noise of the wood, which no compression takes away, and without the light of what is due.
    await ania.part("board").evaluate(({ ownerDocument: { documentElement: { style } } }) => {
      for (const [name, value] of [["--streaks", "0"], ["--grit", "0"], ["--nap", "0"], ["--lit", "transparent"], ["--lit-glow", "transparent"]]) style.setProperty(name, value);
    });
    const board = (await ania.part("board").screenshot()).toString("base64");
    await ania.context.close();

    const page = await browser.newPage({ viewport: SIZE });
    await page.setContent(`<style>
      body { margin: 0; height: ${SIZE.height}px; display: flex; align-items: center; gap: 56px; box-sizing: border-box; padding-left: 72px; overflow: hidden;
        background: #f4ecdd; color: #2e2418; }
      main { flex: 1; display: grid; gap: 22px; justify-items: start; }
      .sign { width: 150px; }
      h1 { margin: 0; font: 700 150px/1 "Iowan Old Style", "Palatino Linotype", Georgia, "DejaVu Serif", serif; letter-spacing: -0.03em; }
      .seats { display: flex; gap: 18px; } .seats i { width: 54px; height: 54px; border-radius: 50%; box-shadow: 0 5px 0 var(--deep); background: var(--seat); display: grid; place-items: center; }
      .seats svg { width: 26px; fill: var(--on); }
      .board { width: ${BOARD}px; height: ${BOARD}px; margin-right: 56px; border-radius: 22px; box-shadow: 0 22px 44px #4b342066; }
    </style>
    <main>
      <img class="sign" src="data:image/svg+xml;base64,${sign}">
      <h1>Ludo</h1>
      <div class="seats">
        <i style="--seat:#b43a2c;--deep:#842519;--on:#fff8ea"><svg viewBox="0 0 20 20"><circle cx="10" cy="10" r="9"/></svg></i>
        <i style="--seat:#2f7d52;--deep:#1c5636;--on:#fff8ea"><svg viewBox="0 0 20 20"><path d="M10 0 20 18H0Z"/></svg></i>
        <i style="--seat:#dfa52a;--deep:#9c6c0d;--on:#38280f"><svg viewBox="0 0 20 20"><path d="M2 2h16v16H2Z"/></svg></i>
        <i style="--seat:#2d63a4;--deep:#1b4274;--on:#fff8ea"><svg viewBox="0 0 20 20"><path d="M10 0 12.900 7 20 7.600 14.600 12.300 16.300 19.400 10 15.600 3.700 19.400 5.400 12.300 0 7.600 7.100 7Z"/></svg></i>
      </div>
    </main>
    <img class="board" src="data:image/png;base64,${board}">`);
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    await page.screenshot({ path: join(folder, `preview-${squares}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
