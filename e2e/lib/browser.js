// Chromium, and people in it: each has a context of their own, so no cookie or storage is shared.

import { chromium } from "playwright-core";

import { Witness } from "./witness.js";

/** How long a machine may take for one thing that a test waits for: far longer than any takes, and no test passes by it. */
const PATIENCE_MS = 90_000;

/** Starts the browser that `cargo xtask e2e` found. */
export async function launch() {
  const executablePath = process.env.LUDO_CHROMIUM;
  if (!executablePath) throw new Error("LUDO_CHROMIUM says nothing: start the tests with `cargo xtask e2e`");
  const args = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    // A tab in the background is as lively as one in front: several people share this browser.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
  ];
  // Chromium's sandbox refuses to run as root, which is who builds on a build machine.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, headless: process.env.LUDO_HEADED !== "1", args, timeout: PATIENCE_MS });
}

/**
 * A person at a device of their own.
 * Movement is off unless the test is about movement: the board is then always what the last event says.
 */
export async function person(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    colorScheme: "light",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const witness = await Witness.of(context, server);
  const page = await context.newPage();
  return { context, page, witness };
}
