// A person with a keyboard and nothing else.

/** More stops than any screen has. */
const MOST_STOPS = 120;

/** Presses Tab until the focus is on an element that the selector names. */
export async function tabTo(page, selector) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Goes there by Tab and presses a key. */
export async function press(page, testid, key = "Enter") {
  await tabTo(page, `[data-testid="${testid}"]`);
  await page.keyboard.press(key);
}

/** What is due at a table, by keys alone: Space rolls from wherever the focus is not on something else. */
export async function actByKeys(player) {
  const before = await player.stand();
  const token = '[data-testid^="token-"][role="button"]';
  if (await player.page.locator(token).count()) {
    await tabTo(player.page, token);
    await player.page.keyboard.press("Enter");
  } else {
    await tabTo(player.page, '[data-testid="roll"]');
    await player.page.keyboard.press("Space");
  }
  await player.later(before);
}
