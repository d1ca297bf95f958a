// Going on from another device: by a link that takes the seat's secret along, by a code that is typed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAccessible } from "../lib/accessible.js";
import { SCREENS, fitsInWidth } from "../lib/layout.js";
import { picture } from "../lib/picture.js";
import { inStep, past, play } from "../lib/play.js";
import { scan } from "../lib/scan.js";
import { together } from "../lib/table.js";

const world = together();

/** Ania against one bot. */
async function againstABot(options) {
  const ania = await world.comes(options);
  await ania.arrive();
  await ania.chooseGame({ length: "quick" });
  await ania.part("start-bots-1").click();
  await ania.onBoard();
  return ania;
}

/** Opens the sheet, and answers with what it shows: the link, and the code to be typed. */
async function handsOver(player) {
  await player.part("menu").click();
  await player.part("handover").click();
  return shown(player);
}

async function shown(player) {
  const link = await player.part("handover-link").inputValue();
  const code = (await player.part("handover-code").textContent()).trim();
  return { link, code };
}

async function close(player, sheet) {
  await player.page.keyboard.press("Escape");
  await player.part(sheet).waitFor({ state: "hidden" });
}

/** The rolls of red that a page is sent from now on. */
function rollsOf(player) {
  const rolls = [];
  player.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const events = (JSON.parse(payload).events ?? []).map(({ event }) => event);
      rolls.push(...events.filter((event) => event.type === "rolled" && event.seat === "r"));
    }),
  );
  return rolls;
}

test("b059 b060 a second device by the link: the same seat with its part in the dice, and nothing of the secret leaves the browsers", async () => {
  const ania = await againstABot();
  await play([ania], { until: past(12) });
  const { link, code } = await handsOver(ania);
  const [address, fragment] = link.split("#");
  assert.match(fragment, /^handover=[2-9A-Z]{12}\.[\w-]{112}$/);
  await close(ania, "handover-sheet");

  const phone = await world.comes({ viewport: { width: 390, height: 844 } });
  const secret = fragment.split(".")[1];
  const said = [];
  phone.context.on("request", (request) => said.push(request.url(), request.postData() ?? "", JSON.stringify(request.headers())));
  phone.page.on("websocket", (socket) => {
    said.push(socket.url());
    socket.on("framesent", ({ payload }) => said.push(String(payload)));
  });
  const rolls = rollsOf(phone);
  await phone.page.goto(link);
  await phone.onBoard();
  assert.equal(phone.page.url(), address);
  assert.equal(await phone.ownSeat(), "r");
  const title = await phone.page.title();
  assert.ok(!title.includes(secret) && !title.includes(fragment.slice(9, 21)), title);
  // Nobody who looks over the history finds it.
  await phone.page.goBack();
  await phone.page.goForward();
  await phone.onBoard();
  assert.equal(phone.page.url(), address);

  // Now one plays, now the other; each event is on both.
  rolls.length = 0;
  let turns = 0;
  const act = async () => {
    const device = (turns += 1) % 2 ? phone : ania;
    await inStep(ania, phone);
    await inStep(phone, ania);
    const before = await device.stand();
    await device.act();
    await ania.later(before);
  };
  await play([ania], { act, until: async (player) => turns >= 8 && (await past(30)(player)) });
  await inStep(ania, phone);
  assert.deepEqual(await phone.stand(), await ania.stand());
  assert.ok(rolls.length > 2, `${rolls.length} rolls`);
  for (const roll of rolls) {
    assert.equal(roll.by, "owner");
    assert.ok(roll.link, "the seat has its part in the die, whichever device rolled");
  }
  assert.equal(new Set(rolls.map((roll) => roll.roll)).size, rolls.length, "no roll counts twice");
  const everything = said.join("\n");
  assert.ok(!everything.includes(secret) && !everything.includes("#"), "the fragment stays in the browser");
  assert.ok(!world.server.log.includes(secret) && !world.server.log.includes(code.replaceAll(" ", "")), "nor is the code in the log");

  // It is good for one use.
  const stranger = await world.comes();
  stranger.witness.expectRefusal();
  await stranger.page.goto(link);
  await stranger.part("handover-useless-title").waitFor();
  assert.equal(stranger.page.url(), address);
  await stranger.part("handover-on").click();
  await stranger.part("watching").waitFor();
});

test("a second device by a code that is typed; whoever plays there already is asked first", async () => {
  const ania = await againstABot();
  await play([ania], { until: past(8) });
  const { code } = await handsOver(ania);

  const tablet = await world.comes({ locale: "pl-PL", viewport: { width: 768, height: 1024 } });
  tablet.witness.expectRefusal();
  const own = await tablet.openTable("Bartek");
  await tablet.arrive();
  await tablet.part("join-code").fill(code.toLowerCase());
  await tablet.part("join-go").click();
  await tablet.part("handover-other-title").waitFor();
  await isAccessible(tablet.page, "another person plays here");
  await picture(tablet.page, "handover-other");
  // Staying changes nothing, and the code is still good.
  await tablet.part("handover-keep").click();
  await tablet.part(`running-${own}`).waitFor();
  await tablet.part("join-code").fill(code.replaceAll(" ", "-"));
  await tablet.part("join-go").click();
  await tablet.part("handover-replace").click();
  await tablet.onBoard();
  assert.equal(await tablet.ownSeat(), "r");
  await close(ania, "handover-sheet");
  // Without the secret of the link it rolls without the seat's part, and the game goes on.
  await play([tablet], { until: past(30) });
  await inStep(tablet, ania);
  await tablet.arrive();
  assert.equal(await tablet.part(`running-${own}`).count(), 0);
});

test("the sheet fits and is accessible; a new code ends the one before", async () => {
  const ania = await againstABot({ locale: "pl-PL" });
  await play([ania], { until: past(6) });
  const first = await handsOver(ania);
  for (const colorScheme of ["light", "dark"]) {
    await ania.page.emulateMedia({ colorScheme });
    for (const { name, width, height } of SCREENS) {
      await ania.page.setViewportSize({ width, height });
      await picture(ania.page, `handover-${name}-${colorScheme}`);
      await fitsInWidth(ania.page, `the sheet at ${name}`);
    }
    await isAccessible(ania.page, `the sheet, ${colorScheme}`);
    await ania.page.setViewportSize({ width: 360, height: 740 });
    assert.equal(await scan(ania.page.locator(".handover .qr")), first.link, `what a camera reads, ${colorScheme}`);
  }
  await ania.part("handover-new").click();
  await ania.page.waitForFunction((code) => {
    const now = document.querySelector('[data-testid="handover-code"]')?.textContent;
    return now && now !== code;
  }, first.code);

  const phone = await world.comes();
  phone.witness.expectRefusal();
  await phone.page.goto(first.link);
  await phone.part("handover-useless-title").waitFor();
  await isAccessible(phone.page, "a code of no use");
  // The other link, put into the same tab's address.
  const { link } = await shown(ania);
  // Cut off at its end, as by a messenger: the code is good, the secret is not, and the page says what follows.
  await phone.page.goto(link.slice(0, -4));
  await phone.onBoard();
  assert.equal(await phone.ownSeat(), "r");
  assert.match(await phone.part("notice").textContent(), /only from now on/);
  await phone.part("notice").locator("button").click();
  await phone.part("notice").waitFor({ state: "detached" });
});

test("in the waiting room, from the link to the begin", async () => {
  const ania = await world.comes();
  await ania.openTable("Ania");
  await ania.addBot("y");
  await ania.part("handover").click();
  const { link } = await shown(ania);
  const phone = await world.comes();
  const rolls = rollsOf(phone);
  await phone.page.goto(link);
  await phone.page.locator('[data-testid="seat-r"].mine').waitFor();
  await phone.begin();
  await play([phone], { until: past(20) });
  assert.ok(rolls.length > 0 && rolls.every((roll) => roll.link));
});
