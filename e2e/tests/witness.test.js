// The tests' own eyes: what they call clean must not be dirty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, person } from "../lib/browser.js";
import { fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { Server } from "../lib/server.js";

let server;
let browser;

before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Does something on the start page, and answers with what the witness has seen. */
async function seen(deed) {
  const { context, page, witness } = await person(browser, server);
  await page.goto("/");
  await page.getByTestId("play-friends").waitFor();
  witness.isClean();
  await page.evaluate(deed);
  try {
    witness.isClean();
    return [];
  } catch (failure) {
    return failure.actual;
  } finally {
    await context.close();
  }
}

test("a request to another host is seen", async () => {
  const found = await seen(() => fetch("http://ludo.invalid/count").catch(() => {}));
  assert.ok(found.some((text) => text.includes("ludo.invalid")), `${found}`);
});

test("an inline script is refused, and seen", async () => {
  const found = await seen(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    if (globalThis.ran) throw new Error("it ran");
  });
  assert.ok(found.some((text) => text.includes("script-src")), `${found}`);
});

test("an error is seen", async () => {
  const found = await seen(async () => {
    console.error("the cat sat on the board");
    setTimeout(() => {
      throw new Error("nobody catches this");
    });
    await new Promise((done) => setTimeout(done, 1));
  });
  assert.ok(found.some((text) => text.includes("the cat")), `${found}`);
  assert.ok(found.some((text) => text.includes("nobody catches")), `${found}`);
});

test("what is too wide or on top of another is seen", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/");
  await page.getByTestId("play-friends").waitFor();
  await page.evaluate(() => {
    const one = document.querySelector('[data-testid="play-friends"]');
    const other = document.querySelector('[data-testid="join-go"]');
    const at = one.getBoundingClientRect();
    other.style.position = "fixed";
    other.style.left = `${at.left}px`;
    other.style.top = `${at.top}px`;
  });
  await assert.rejects(overlapsNowhere(page, ["play-friends", "join-go"], "moved"));
  await page.evaluate(() => {
    document.querySelector('[data-testid="join-go"]').style.left = "1200px";
  });
  await page.setViewportSize({ width: 900, height: 600 });
  await assert.rejects(fitsInWidth(page, "moved"));
  await context.close();
});
