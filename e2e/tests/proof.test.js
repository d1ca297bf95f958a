// The proof of the dice: its screen, records of games, and the page that checks them.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";

import { isAccessible } from "../lib/accessible.js";
import { press, tabTo } from "../lib/keyboard.js";
import { SCREENS, fitsInWidth } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { past, play } from "../lib/play.js";
import { soon } from "../lib/soon.js";
import { together } from "../lib/table.js";

const world = together();

const run = promisify(execFile);

/** What the program itself says of a file. */
async function verified(file, key) {
  const { stdout } = await run(process.env.LUDO_BIN, ["verify", "--json", ...(key ? ["--key", key] : []), file]);
  return JSON.parse(stdout);
}

/** A game against three bots, given up after a while: the bots play it to its end. */
async function game(options) {
  const ania = await world.comes(options);
  await ania.arrive();
  await ania.part("start-bots-3").click();
  await ania.onBoard();
  await play([ania], { until: past(40) });
  return ania;
}

async function giveUp(player) {
  await player.giveUp();
  await player.part("podium").waitFor();
}

/** Opens the proof on the podium, and waits until the record was compared. */
async function openProof(player) {
  await player.part("see-proof").click();
  await player.page.locator('[data-testid="proof-screen"][data-record="good"]').waitFor();
}

/** The counts that are shown, by seat. */
async function counts(player) {
  const shown = {};
  for (const seat of "rgyb") {
    const cells = player.part(`counts-${seat}`).locator("td");
    if (await cells.count()) shown[seat] = await cells.evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.count)));
  }
  return shown;
}

const words = (player) => player.part("four-words").first().locator("li").allTextContents();

async function saved(player, testid) {
  const download = player.page.waitForEvent("download");
  await player.part(testid).first().click();
  return (await download).path();
}

test("a finished game proves out: on its screen, in its record, and by ludo verify", async () => {
  const ania = await game();
  // During the game the mark by the last moves counts each roll.
  const chip = ania.part("proof-chip");
  assert.ok(Number(await chip.getAttribute("data-checked")) > 5);
  await tabTo(ania.page, '[data-testid="proof-chip"]');
  assert.match(await chip.getAttribute("aria-label"), /Checked on this device: (\d+) of \1 rolls/);
  await chip.locator(".hint").waitFor();
  await ania.page.keyboard.press("Enter");
  await ania.page.locator('[data-testid="proof-screen"][data-record="running"]').waitFor();
  assert.equal(await ania.part("download").count(), 0, "no record of a game that is not over");
  await ania.page.keyboard.press("Escape");
  await giveUp(ania);

  const { rolls, checked } = await ania.proof();
  assert.equal(checked, rolls);
  await openProof(ania);
  const text = await ania.part("proof-words").textContent();
  assert.match(text, /Nobody, this server included, could choose a roll of this game\./);
  assert.ok(text.includes(`Checked on your device: ${rolls} of ${rolls}.`), text);

  const file = await saved(ania, "download");
  const key = (await (await fetch(`${world.server.url}/.well-known/ludo-seal`)).text()).trim();
  const report = await verified(file, key);
  assert.ok(report.good && report.seal === "valid" && report.claim === "chain-1");
  assert.equal(report.rolls, rolls);
  const shown = await counts(ania);
  for (const seat of "rgyb") assert.deepEqual(shown[seat], report.seats[seat].faces, seat);
  assert.equal((await words(ania)).length, 4);

  // Roll by roll, to the first one.
  await ania.part("how").locator("summary").click();
  assert.equal(await ania.part(`roll-${rolls}`).count(), 1);
  while ((await ania.part("rolls-earlier").getAttribute("aria-disabled")) !== "true") await ania.part("rolls-earlier").click();
  assert.equal(await ania.part("roll-1").count(), 1);
  assert.equal(await ania.part("roll-1").locator(".tick").count(), 1);

  // The same file from the podium and from the list of one's games.
  const bytes = await readFile(file);
  await ania.page.keyboard.press("Escape");
  assert.deepEqual(await readFile(await saved(ania, "record")), bytes);
  await ania.page.goto("/");
  await ania.part("running").waitFor();
  const record = ania.page.locator('[data-testid^="record-"]');
  assert.equal(await record.count(), 1);
  const download = ania.page.waitForEvent("download");
  await record.click();
  assert.deepEqual(await readFile(await (await download).path()), bytes);
});

test("whoever watches and came late has checked what they saw, and the rest from the record; both read the same four words", async () => {
  const ania = await game();
  const jan = await world.comes();
  await jan.page.goto(ania.page.url());
  await jan.onBoard();
  await giveUp(ania);
  await jan.part("podium").waitFor();
  const { rolls, checked } = await jan.proof();
  assert.ok(checked <= rolls);
  for (const player of [ania, jan]) await openProof(player);
  assert.deepEqual(await words(jan), await words(ania));
  assert.deepEqual(await counts(jan), await counts(ania));
  assert.equal(await jan.part("proof-screen").getAttribute("data-checked"), String(rolls));
});

for (const [locale, colorScheme, sentence] of [
  ["en-GB", "light", /Nobody, this server included/],
  ["pl-PL", "dark", /Nikt, nawet ten serwer/],
]) {
  test(`the proof by keyboard, on every screen, ${locale}, ${colorScheme}: axe-core finds nothing`, async () => {
    const ania = await game({ locale, colorScheme });
    await giveUp(ania);
    await press(ania.page, "see-proof");
    await ania.page.locator('[data-testid="proof-screen"][data-record="good"]').waitFor();
    assert.match(await ania.part("proof-words").textContent(), sentence);
    await ania.part("how").locator("summary").press("Enter");
    for (const { name, width, height } of SCREENS) {
      await ania.page.setViewportSize({ width, height });
      const what = `proof at ${name}, ${colorScheme}`;
      await picture(ania.page, `proof-${name}-${colorScheme}`);
      await fitsInWidth(ania.page, what);
      const dialog = await ania.part("proof-sheet").evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth);
      assert.ok(dialog <= 0, `${what}: ${dialog} too wide`);
      // Each list ends where its box does, so that nothing lies on the heading below.
      const beyond = await ania.part("proof-screen").locator("ul, ol, table").evaluateAll((lists) => lists.map((list) => list.scrollHeight - list.clientHeight));
      assert.ok(Math.max(...beyond) <= 1, `${what}: lists reach ${beyond} beyond their boxes`);
    }
    await isAccessible(ania.page, `proof, ${colorScheme}`);
    await ania.page.keyboard.press("Escape");
    // The focus comes back.
    await ania.page.locator('[data-testid="see-proof"]:focus').waitFor();
  });
}

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** A record from the server, and forgeries of it. */
async function records() {
  const ania = await game();
  await giveUp(ania);
  const good = await readFile(await saved(ania, "record"), "utf8");
  const die = good.replace(/ ([rgyb])([1-6]):pass/, (_, seat, face) => ` ${seat}${face === "6" ? 5 : (Number(face) % 5) + 1}:pass`);
  const name = good.replace(/\[Red "(.*)"\]/, '[Red "Somebody else"]');
  assert.ok(die !== good && name !== good);
  return { good, die, name };
}

test("the page that checks records: without a network, a good one, a changed die, a changed name, no record at all", async () => {
  const { good, die, name } = await records();
  const jan = await world.comes();
  await jan.page.goto("/verify");
  await jan.page.locator("#page[data-ready]").waitFor();
  await isAccessible(jan.page, "verify");
  // Nothing is asked for any more, and nothing could be.
  const asked = [];
  jan.page.on("request", (request) => asked.push(request.url()));
  await jan.context.setOffline(true);

  const check = async (...files) => {
    await jan.part("files").setInputFiles(files);
    await jan.page.locator('[data-testid="summary"], [data-testid="strange"]').first().waitFor();
    const games = await jan.part("game").evaluateAll((games) => games.map(({ dataset }) => [dataset.good, dataset.seal]));
    const strange = await jan.part("strange").count();
    return { games, strange, text: await jan.part("told").textContent() };
  };
  const one = await check(file("good.ludo", good));
  assert.deepEqual(one.games, [["true", "own"]]);
  assert.match(one.text, /Nobody, the server included, could choose a roll/);
  assert.equal((await words(jan)).length, 4);
  await isAccessible(jan.page, "verify, a good record");

  const changed = await check(file("die.ludo", die));
  assert.equal(changed.games[0][0], "false");
  assert.match(changed.text, /Roll \d+ shows a \d, but the numbers give a \d/);
  const renamed = await check(file("name.ludo", name));
  assert.deepEqual(renamed.games, [["false", "broken"]]);
  assert.match(renamed.text, /The seal does not go with this record/);
  const unsealed = await check(file("unsealed.ludo", good.replace(/\[Seal .*\]\n/, "")));
  assert.deepEqual(unsealed.games, [["true", "none"]]);
  const bad = await check(file("bad.ludo", "Not a record.\n"));
  assert.match(bad.text, /This is no record of a game/);
  assert.equal((await check(file("empty.ludo", ""))).strange, 1);

  const mixed = await check(file("good.ludo", good), file("die.ludo", die), file("name.ludo", name));
  assert.deepEqual(mixed.games.map(([good]) => good), ["false", "false", "true"], "what is wrong comes first");
  assert.match(mixed.text, /Something is wrong with 2 of 3 games/);
  await isAccessible(jan.page, "verify, wrong records");
  for (const { name: screen, width, height } of SCREENS) {
    await jan.page.setViewportSize({ width, height });
    await picture(jan.page, `verify-${screen}`);
    await fitsInWidth(jan.page, `verify at ${screen}`);
  }

  // Another language, without asking for it; by keyboard.
  await press(jan.page, "language-pl");
  await jan.page.locator('html[lang="pl"]').waitFor({ state: "attached" });
  await soon(async () => assert.match(await jan.part("summary").textContent(), /złych gier: 2 z 3/));
  assert.deepEqual(asked, [], "no request after the page was loaded");
});

test("the page that checks records takes a file of hundreds of games, one that is dropped, and the keyboard", async () => {
  const { good, die } = await records();
  const jan = await world.comes({ colorScheme: "dark" });
  await jan.page.goto("/");
  await jan.part("verify").click();
  await jan.page.locator("#page[data-ready]").waitFor();
  await jan.part("files").setInputFiles([file("many.ludo", good.repeat(200) + die + good.repeat(100))]);
  await jan.part("summary").waitFor();
  assert.deepEqual(await jan.part("summary").evaluate(({ dataset }) => [dataset.games, dataset.wrong]), ["301", "1"]);

  const data = await jan.page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.ludo"));
    return data;
  }, good);
  await jan.part("drop").dispatchEvent("drop", { dataTransfer: data });
  await jan.page.locator('[data-testid="summary"][data-games="1"]').waitFor();
  await isAccessible(jan.page, "verify, dark");

  const chooser = jan.page.waitForEvent("filechooser");
  await press(jan.page, "files", "Enter");
  await (await chooser).setFiles([file("die.ludo", die)]);
  await jan.page.locator('[data-testid="summary"][data-wrong="1"]').waitFor();
});
