// What all measurements share: a server with its page, places to look at, a folder for what is kept.

import { mkdir } from "node:fs/promises";

import { launch, person } from "../lib/browser.js";
import { Player } from "../lib/player.js";
import { Server } from "../lib/server.js";

/** Sets the places up, lets `measure` look at them, and clears away after it. */
export async function measured(measure) {
  const folder = process.env.LUDO_PICTURES ?? "measured";
  await mkdir(folder, { recursive: true });
  const server = await Server.start({ pace: 300 });
  const browser = await launch();
  try {
    await measure({ server, browser, folder, places: await placesOf(browser, server) });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The start page; a table as whoever follows its link finds it; a game that is going on. */
async function placesOf(browser, server) {
  const places = { start: `${server.url}/` };
  const host = new Player(await person(browser, server));
  await host.openTable("Ania");
  await host.addBot("y");
  places.table = host.page.url();
  await host.arrive();
  await host.part("start-bots-3").click();
  await host.onBoard();
  places.game = host.page.url();
  await host.context.close();
  return places;
}

/** The one in the middle. */
export function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
