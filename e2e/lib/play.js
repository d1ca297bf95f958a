// A game among people who sit at different devices.

import { setTimeout as pause } from "node:timers/promises";

/** How long a game may stand still with nobody to move: bots in these tests move at once. */
const STANDSTILL_MS = 90_000;

/** Longer than any game. */
const MOST_ACTIONS = 4_000;

/**
 * Lets each of these people do what is due, until the game is over for all of them: "over".
 * Where `until` says yes of the one whose turn it is, that player is the answer, with the turn still to be taken.
 */
export async function play(players, { until = async () => false, act = (player) => player.act() } = {}) {
  let moved = Date.now();
  for (let actions = 0; actions < MOST_ACTIONS; ) {
    const states = await Promise.all(players.map((player) => player.state()));
    if (states.every((state) => state === "over")) return "over";
    const player = players[states.indexOf("turn")];
    if (player) {
      if (await until(player)) return player;
      await act(player);
      actions += 1;
      moved = Date.now();
    } else if (Date.now() - moved > STANDSTILL_MS) {
      throw new Error(`nothing happens: ${states} at ${JSON.stringify(await players[0].stand())}`);
    } else {
      await pause(10);
    }
  }
  throw new Error(`the game has no end after ${MOST_ACTIONS} actions`);
}

/** Says yes once the game is past this event. */
export function past(seq) {
  return async (player) => (await player.stand()).seq > seq;
}

/** All pages show what this one shows. */
export async function inStep(first, ...others) {
  const { seq } = await first.stand();
  for (const other of others) await other.reaches(seq);
}
