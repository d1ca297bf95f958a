// The tests' own eyes: what they call clean must not be dirty.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch, person } from "../lib/browser.js";
import { fitsInWidth, overlapsNowhere } from "../lib/layout.js";
import { Server } from "../lib/server.js";
import { soon } from "../lib/soon.js";

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

/** Does something on the start page, and waits until the witness has seen each of these words. */
async function sees(deed, ...words) {
  const { context, page, witness } = await person(browser, server);
  await page.goto("/");
  await page.getByTestId("play-friends").waitFor();
  witness.isClean();
  await page.evaluate(deed);
  try {
    // What a browser reports is on its way a little longer than what it answers.
    await soon(() => assert.throws(() => witness.isClean(), ({ actual }) => words.every((words) => actual.some((text) => text.includes(words)))));
  } finally {
    await context.close();
  }
}

test("a request to another host is seen", async () => {
  await sees(() => fetch("http://ludo.invalid/count").catch(() => {}), "ludo.invalid");
});

test("an inline script is refused, and seen", async () => {
  await sees(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    if (globalThis.ran) throw new Error("it ran");
  }, "script-src");
});

test("an error is seen", async () => {
  await sees(() => {
    console.error("the cat sat on the board");
    setTimeout(() => {
      throw new Error("nobody catches this");
    });
  }, "the cat", "nobody catches");
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
