// What is so in a moment, however long the moment is on this machine.

import { setTimeout as pause } from "node:timers/promises";

/** Longer than any machine takes. */
const PATIENCE_MS = 90_000;

/** Tries again and again until an assertion holds; answers with what it gives back, and fails as it does. */
export async function soon(assertion) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (Date.now() > end) throw failure;
    }
    await pause(20);
  }
}
