// axe-core on a page as it stands.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** No violation of WCAG 2.2 A and AA, nor of the good practices that axe-core knows. */
export async function isAccessible(page, what) {
  await finds(page, what, {});
}

/** The same of contrast alone: what another material, light or size could change. */
export async function isReadable(page, what) {
  await finds(page, what, { runOnly: ["color-contrast"] });
}

async function finds(page, what, options) {
  // By way of the debugger: the page's own content policy allows no foreign script.
  await page.evaluate(source);
  const found = await page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...options });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => `${node.target} ${node.failureSummary}`) }));
  }, options);
  assert.deepEqual(found, [], `axe-core on ${what}`);
}
