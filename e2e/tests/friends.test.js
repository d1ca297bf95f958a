// Friends play each other, and nothing that happens to their lines or to the server costs them anything.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inStep, past, play } from "../lib/play.js";
import { Player } from "../lib/player.js";
import { together } from "../lib/table.js";

const world = together();

/** Ania and Bartek at one table with two bots, the draw made. */
async function fourAtATable() {
  const ania = await world.comes();
  const bartek = await world.comes({ viewport: { width: 390, height: 844 }, locale: "pl-PL" });
  const code = await ania.openTable("Ania");
  await bartek.sitDown(code, "y", "Bartek");
  await ania.addBot("g");
  await ania.addBot("b");
  await ania.chooseQuick();
  await ania.begin();
  await bartek.onBoard();
  return { ania, bartek, code };
}

/** The podium of both is the same, and a device that saw all rolls has checked all of them. */
async function sameEnd(...players) {
  const places = await players[0].places();
  assert.deepEqual([...places].sort(), ["b", "g", "r", "y"]);
  for (const player of players) {
    assert.deepEqual(await player.places(), places);
    const { rolls, checked } = await player.proof();
    assert.ok(rolls > 10, `${rolls} rolls`);
    assert.equal(checked, rolls, "every roll was checked on this device");
    assert.equal(await player.part("stopped").count(), 0);
  }
}

/** The short way to the end: the people give up, the bots play on. */
async function giveUp(...players) {
  for (const player of players) await player.giveUp();
}

test("two browsers and two bots play from the link to the podium", async () => {
  const { ania, bartek } = await fourAtATable();
  assert.deepEqual([await ania.ownSeat(), await bartek.ownSeat()], ["r", "y"]);
  assert.equal(await play([ania, bartek]), "over");
  await sameEnd(ania, bartek);
});

test("b050 a reload in mid-game shows the same board and the same seat", async () => {
  const { ania, bartek } = await fourAtATable();
  for (const seq of [25, 45]) {
    const player = await play([ania, bartek], { until: past(seq) });
    await inStep(player, ania, bartek);
    for (const one of [ania, bartek]) {
      const before = await one.stand();
      const seat = await one.ownSeat();
      await one.page.reload();
      await one.onBoard();
      assert.deepEqual(await one.stand(), before);
      assert.equal(await one.ownSeat(), seat);
    }
  }
  await giveUp(ania, bartek);
  await sameEnd(ania, bartek);
});

test("b101 the server is killed in mid-game and started again: nothing is lost", async () => {
  const { ania, bartek, code } = await fourAtATable();
  for (const player of [ania, bartek]) player.witness.expectOffline();
  for (const seq of [25, 50]) {
    // Bots move at once, so the table now waits for this person, and nothing more happens by itself.
    const player = await play([ania, bartek], { until: past(seq) });
    await inStep(player, ania, bartek);
    const before = await player.stand();
    const names = [await ania.names(), await bartek.names()];

    await world.server.kill();
    for (const one of [ania, bartek]) await one.part("offline").waitFor();
    await world.server.up();
    for (const one of [ania, bartek]) await one.part("offline").waitFor({ state: "detached" });

    for (const one of [ania, bartek]) assert.deepEqual(await one.stand(), before, "position and number are as before");
    assert.deepEqual([await ania.names(), await bartek.names()], names);
    assert.deepEqual([await ania.ownSeat(), await bartek.ownSeat()], ["r", "y"]);
    // One who never saw it before is shown the very same.
    const guest = await world.comes();
    await guest.page.goto(`/t/${code}`);
    await guest.onBoard();
    assert.deepEqual(await guest.stand(), before);
    await guest.context.close();
  }
  await giveUp(ania, bartek);
  await sameEnd(ania, bartek);
});

test("b101 the server is killed while a roll is on its way", async () => {
  const { ania, bartek } = await fourAtATable();
  for (const player of [ania, bartek]) player.witness.expectOffline();
  for (let round = 0; round < 3; round += 1) {
    const player = await play([ania, bartek], { until: past(15 + 10 * round) });
    await inStep(player, ania, bartek);
    const before = await player.stand();
    await Promise.all([player.press(), world.server.kill()]);
    await world.server.up();
    // Whether or not it had arrived: it was done once, and the game goes on.
    await player.later(before);
  }
  await giveUp(ania, bartek);
  await sameEnd(ania, bartek);
});

test("b131 back and forward: the same seat, and the game went on", async () => {
  const { ania, bartek } = await fourAtATable();
  const player = await play([ania, bartek], { until: async (one) => one === bartek && (await past(12)(one)) });
  await inStep(player, ania);
  const before = await ania.stand();
  await ania.page.goBack();
  await ania.part("play-friends").waitFor();
  await ania.part("running").waitFor();
  await bartek.act();
  await ania.page.goForward();
  await ania.onBoard();
  await ania.reaches(before.seq + 1);
  assert.equal(await ania.ownSeat(), "r");
  await play([ania, bartek], { until: past(before.seq + 12) });
});

test("b060 two tabs of one person show every event", async () => {
  const { ania, bartek } = await fourAtATable();
  const second = new Player({ ...ania, page: await ania.context.newPage() });
  await second.page.goto(ania.page.url());
  await second.onBoard();
  let turn = 0;
  // The same person's turns, taken now in one tab, now in the other.
  const act = async (player) => {
    const tab = player === ania && (turn += 1) % 2 ? second : player;
    const before = await player.stand();
    await tab.reaches(before.seq);
    await tab.act();
    await player.later(before);
  };
  const player = await play([ania, bartek], { act, until: past(60) });
  await inStep(player, ania, bartek, second);
  assert.deepEqual(await second.stand(), await ania.stand());
  assert.ok(turn > 4, "both tabs were used");
});

// The last of the file: what the other tests' tables have become is not in the backup.
test("whoever runs the server restores an older copy: everybody is told, and plays on at the same table", async () => {
  const { ania, bartek } = await fourAtATable();
  for (const player of [ania, bartek]) player.witness.expectOffline();
  await play([ania, bartek], { until: past(20) });
  const copy = await world.server.backup();
  await play([ania, bartek], { until: past(40) });
  await world.server.setBack(copy);
  for (const [player, words] of [[ania, /went back to an older copy/], [bartek, /starszą kopię/]]) {
    await player.part("podium").waitFor();
    assert.match(await player.part("notice").textContent(), words);
    assert.equal(await player.part("stopped").count(), 0, "it is no fraud");
    await player.part("notice").locator("button").click();
  }
  await ania.part("rematch").click();
  await ania.begin();
  await bartek.onBoard();
  const player = await play([ania, bartek], { until: past(60) });
  await inStep(player, ania, bartek);
});
