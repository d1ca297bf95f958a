// Pictures of the page, for eyes.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Takes one, where `cargo xtask e2e` said. */
export async function picture(page, name) {
  const folder = process.env.LUDO_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
