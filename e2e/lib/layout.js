// What stands where: nothing beside the window, nothing on top of another.

import assert from "node:assert/strict";

/** Screens that the page must fit on. */
export const SCREENS = [
  { name: "320x568", width: 320, height: 568 },
  { name: "360x740", width: 360, height: 740 },
  { name: "568x320", width: 568, height: 320 },
  { name: "740x360", width: 740, height: 360 },
  { name: "768x1024", width: 768, height: 1024 },
  { name: "1280x800", width: 1280, height: 800 },
];

/** The page can not be scrolled sideways, and nothing that is seen reaches beyond its sides. */
export async function fitsInWidth(page, what) {
  // As a person would: an ornament may reach out where it is clipped.
  await page.mouse.move(10, 10);
  await page.mouse.wheel(400, 0);
  const found = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const width = document.documentElement.clientWidth;
    const wide = [];
    if (scrollX !== 0) wide.push(`the page can be scrolled sideways by ${scrollX}`);
    for (const element of document.querySelectorAll("[data-testid]")) {
      const box = element.getBoundingClientRect();
      // What is for screen readers alone has the size of a dot.
      const isSeen = box.width > 1 && box.height > 1;
      if (isSeen && (box.left < -0.5 || box.right > width + 0.5)) wide.push(`${element.dataset.testid} from ${box.left} to ${box.right} in ${width}`);
    }
    return wide;
  });
  assert.deepEqual(found, [], what);
}

/** Of these parts of the page, no two that are seen share any ground. */
export async function overlapsNowhere(page, testids, what) {
  const boxes = [];
  for (const testid of testids) {
    for (const element of await page.getByTestId(testid).all()) {
      const box = (await element.isVisible()) ? await element.boundingBox() : null;
      if (box) boxes.push({ testid, ...box });
    }
  }
  assert.ok(boxes.length > 1, `${what}: of ${testids} only ${boxes.length} are seen`);
  const found = [];
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      if (across > 1 && down > 1) found.push(`${one.testid} and ${other.testid} share ${across.toFixed(0)}x${down.toFixed(0)}`);
    }
  }
  assert.deepEqual(found, [], what);
}
