// The move clock as a page draws it.

/** How much of the time is left on a line, from 1 to 0; nothing where no clock runs. */
export async function timeLeft(player, testid = "clock") {
  return player.page.evaluate((testid) => {
    const line = document.querySelector(`[data-testid="${testid}"] .left`);
    return line ? 1 + Number.parseFloat(getComputedStyle(line).strokeDashoffset) / 100 : undefined;
  }, testid);
}

/** Waits until no more than this share of the time is left. */
export async function timeRunsDown(player, share, testid = "clock") {
  await player.page.waitForFunction(
    ({ testid, share }) => {
      const line = document.querySelector(`[data-testid="${testid}"] .left`);
      return line && 1 + Number.parseFloat(getComputedStyle(line).strokeDashoffset) / 100 <= share;
    },
    { testid, share },
    { polling: 20 },
  );
}

/** What a screen reader is told from now on: every sentence, though the region keeps only the newest. Once more after a reload. */
export async function listen(player) {
  if (!player.told) {
    player.told = [];
    await player.page.exposeFunction("__told", (words) => player.told.push(words));
  }
  await player.page.evaluate(() => {
    const region = document.querySelector('[data-testid="announcer"]');
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) if (node.textContent) globalThis.__told(node.textContent);
    }).observe(region, { childList: true });
  });
  return player.told;
}
