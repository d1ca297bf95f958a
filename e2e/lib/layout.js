// What stands where: nothing beside the window, nothing on top of another.

import assert from "node:assert/strict";

/** Screens that the page must fit on. */
export const SCREENS = [
  { name: "320x568", width: 320, height: 568 },
  { name: "360x740", width: 360, height: 740 },
  { name: "568x320", width: 568, height: 320 },
  { name: "740x360", width: 740, height: 360 },
  { name: "768x1024", width: 768, height: 1024 },
  { name: "1280x720", width: 1280, height: 720 },
];

/** The page can not be scrolled sideways, and nothing that is seen reaches beyond its sides. */
export async function fitsInWidth(page, what) {
  // As a person would: an ornament may reach out where it is clipped. Who reads from right to left scrolls the other way.
  const dir = await page.evaluate(() => {
    // There is nothing to scroll to: the browser would take it for the way back.
    document.documentElement.style.overscrollBehaviorX = "none";
    return document.dir;
  });
  await page.mouse.move(10, 10);
  await page.mouse.wheel(dir === "rtl" ? -400 : 400, 0);
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

/** No heading and no label has a word that goes on in the next line. */
export async function breaksNoWord(page, what) {
  const found = await page.evaluate(() => {
    const broken = [];
    for (const element of document.querySelectorAll("h1, h2, h3, b, legend, .tag, button, button *, label, label *")) {
      // A name may be one long word; what is for screen readers alone is clipped away.
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath === "none";
      if (!isSeen || element.closest("bdi")) continue;
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(`${word} in ${element.closest("[data-testid]")?.dataset.testid ?? element.className}`);
        }
      }
    }
    return broken;
  });
  assert.deepEqual(found, [], `${what}: broken words`);
}

/** Pixels each way that a finger needs. */
const TOUCH = 44;

/**
 * Whatever can be pressed is as large as a finger, drawn so or reaching further than it is drawn. Words within a sentence are not, and
 * tokens share the ground of the board.
 */
export async function touchable(page, what) {
  const found = await page.evaluate((TOUCH) => {
    const small = [];
    for (const element of document.querySelectorAll("button, a[href], select, summary, input, [role=button]")) {
      const target = element.closest("label") ?? element;
      if (element.closest("svg") || !target.checkVisibility({ visibilityProperty: true }) || getComputedStyle(target).display === "inline") continue;
      const { width, height } = target.getBoundingClientRect();
      if (width <= 1 || height <= 1 || (width > TOUCH - 0.5 && height > TOUCH - 0.5)) continue;
      target.scrollIntoView({ block: "center" });
      const { x, y } = target.getBoundingClientRect();
      // How far a finger still meets it, from the middle of each side outwards.
      const beyond = (from, [across, down]) => {
        let far = 0;
        while (far < TOUCH && target.contains(document.elementFromPoint(from[0] + across * (far + 1), from[1] + down * (far + 1)))) far += 1;
        return far;
      };
      const [middle, halfway] = [x + width / 2, y + height / 2];
      const across = width + beyond([x, halfway], [-1, 0]) + beyond([x + width - 1, halfway], [1, 0]);
      const down = height + beyond([middle, y], [0, -1]) + beyond([middle, y + height - 1], [0, 1]);
      if (across < TOUCH - 1 || down < TOUCH - 1) small.push(`${element.dataset.testid ?? element.className}: ${across.toFixed(0)}x${down.toFixed(0)}`);
    }
    return small;
  }, TOUCH);
  assert.deepEqual(found, [], `${what}: too small for a finger`);
}

/** Of these parts of the page, no two that are seen share any ground. All are measured at one moment: a game goes on meanwhile. */
export async function overlapsNowhere(page, testids, what) {
  const boxes = await page.evaluate((testids) => testids.flatMap((testid) => {
    const seen = [...document.querySelectorAll(`[data-testid="${testid}"]`)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    return seen
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ x, y, width, height }) => ({ testid, x, y, width, height }));
  }), testids);
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
