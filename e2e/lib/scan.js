// A camera: reads a QR code off the screen.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const source = await readFile(fileURLToPath(import.meta.resolve("jsqr")), "utf8");

/** What the QR code in an element says, as somebody's phone would read it from the screen; nothing where there is none. */
export async function scan(locator) {
  const picture = (await locator.screenshot()).toString("base64");
  const page = locator.page();
  // By way of the debugger: the page's own content policy allows no foreign script.
  await page.evaluate(`(() => { const exports = {}, module = { exports }; ${source}; globalThis.__read = module.exports; })()`);
  return page.evaluate(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    const read = globalThis.__read.default ?? globalThis.__read;
    return read(data, width, height)?.data;
  }, picture);
}
