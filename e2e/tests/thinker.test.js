// The worker that thinks: the same moves as on the server, faults as messages, a new worker for a dead one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choices, ludo } from "../lib/native.js";
import { together } from "../lib/table.js";

const world = together();

const BOTS = ["random", "beginner", "casual", "simple", "good", "strong", "expert"];
const GAMES = [
  ["classic", "rgyb"], ["classic", "ry"], ["modern", "rgyb"], ["mensch", "rgy"], ["chinczyk", "rgyb"], ["parchis", "gb"],
];

const seedOf = (number) => (number + 1).toString(16).padStart(2, "0").repeat(32);

/** Asks the worker, as the page does: answers, or the words of errors, in their order. */
const ask = (page, questions) =>
  page.evaluate(async (questions) => {
    const answers = [];
    for (const question of questions) answers.push(await globalThis.ludoThink(...question).then(String, (error) => `error: ${error.message}`));
    return answers;
  }, questions);

test("the worker's moves are the native ones, for every bot and all rules, by the same seed", async () => {
  const questions = [];
  for (const [number, [rules, seats]] of GAMES.entries()) {
    const positions = await choices(rules, seats, number + 1, 49);
    for (const [at, pos] of positions.entries()) questions.push({ pos, bot: BOTS[at % BOTS.length], seed: seedOf(at) });
  }
  const native = await ludo(["choose"], questions.map((question) => JSON.stringify(question)).join("\n"));
  assert.ok(native.every(({ choices }) => choices > 1));
  console.log(`${native.length} decisions`);
  assert.ok(native.length > 150, `${native.length} decisions`);

  const ania = await world.comes();
  await ania.arrive();
  const fetched = [];
  ania.page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const moves = await ask(ania.page, questions.map(({ pos, bot, seed }) => ["choose", pos, bot, seed]));
  for (const [at, { move }] of native.entries()) assert.equal(moves[at], move, JSON.stringify(questions[at]));
  // Everything is fetched once, by a name that says what is in it.
  assert.equal(new Set(fetched).size, fetched.length, fetched.join(" "));
  for (const path of fetched) assert.match(path, /^\/assets\/.+-[0-9a-f]{12}\.\w+$/);
});

test("a first visit fetches nothing of what thinks", async () => {
  const ania = await world.comes();
  const fetched = [];
  ania.page.on("request", (request) => fetched.push(request.url()));
  await ania.arrive();
  await ania.page.waitForLoadState("networkidle");
  assert.deepEqual(fetched.filter((url) => /think|\.net$/.test(url)), []);
});

test("faults are answers, and a worker that died is replaced", async () => {
  const ania = await world.comes();
  // Counts the workers, and lets one fail as soon as it is asked something.
  await ania.page.addInitScript(() => {
    const { Worker } = globalThis;
    globalThis.hired = 0;
    globalThis.Worker = class extends Worker {
      constructor(...how) {
        super(...how);
        globalThis.hired += 1;
      }
      postMessage(question) {
        if (globalThis.fails) this.dispatchEvent(new Event("error"));
        else super.postMessage(question);
      }
    };
  });
  await ania.arrive();
  const position = "classic 0,0,0,30/-/0,0,0,8/- r move:4 0 - -";
  const [nonsense, nobody, none, seed, what, mv, chances] = await ask(ania.page, [
    ["choose", "nonsense", "simple"],
    ["choose", position, "deep"],
    ["choose", "classic 0,0,0,30/-/0,0,0,8/- r roll 0 - -", "simple"],
    ["choose", position, "simple", "1"],
    ["sing", position],
    ["choose", position, "expert"],
    ["hundredths", position],
  ]);
  assert.match(nonsense, /^error: not a position/);
  assert.match(nobody, /^error: unknown bot/);
  assert.match(none, /^error: no move is to be chosen/);
  assert.match(seed, /^error: a seed has 64/);
  assert.match(what, /^error: /);
  assert.equal(mv, "30-34xy");
  const shares = chances.split(",").map(Number);
  assert.equal(shares.reduce((sum, share) => sum + share), 100);
  assert.ok(shares[0] > 60 && shares[1] === 0 && shares[3] === 0, chances);
  assert.equal(await ania.page.evaluate(() => globalThis.hired), 1, "all of it by one worker");

  await ania.page.evaluate(() => (globalThis.fails = true));
  assert.match((await ask(ania.page, [["hundredths", position]]))[0], /^error: it could not be loaded/);
  await ania.page.evaluate(() => (globalThis.fails = false));
  assert.deepEqual(await ask(ania.page, [["hundredths", position]]), [chances]);
  assert.equal(await ania.page.evaluate(() => globalThis.hired), 2);
});
