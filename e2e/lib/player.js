// What people do at a table, in their words. Knows the page by its `data-testid`s and nothing else.

/** Not with each frame of the screen: a page that is hidden has none. */
const OFTEN = { polling: 20 };

/** One person, by the page in front of them. */
export class Player {
  constructor({ page, context, witness }) {
    this.page = page;
    this.context = context;
    this.witness = witness;
  }

  /** An element that has the name, or several: `part("turn", "podium")` is any of them. */
  part(...testids) {
    return this.page.locator(testids.map((testid) => `[data-testid="${testid}"]`).join(", "));
  }

  /** Opens the start page. */
  async arrive() {
    await this.page.goto("/");
    await this.part("play-friends").waitFor();
  }

  /** Opens a table for friends, and answers with its code. */
  async openTable(name = "Ania") {
    await this.arrive();
    await this.part("play-friends").click();
    await this.tellName(name);
    await this.part("waiting").waitFor();
    await this.part("begin").waitFor();
    return (await this.part("code").textContent()).trim();
  }

  /** Answers who one is; whoever said so before is not asked. */
  async tellName(name) {
    if (!(await this.part("name").isVisible())) return;
    await this.part("name-input").fill(name);
    await this.part("name-go").click();
  }

  /** Follows a table's link and sits down. */
  async sitDown(code, seat, name) {
    await this.page.goto(`/t/${code}`);
    await this.part(`sit-${seat}`).click();
    await this.part("name-input").fill(name);
    await this.part("name-go").click();
    await this.page.locator(`[data-testid="seat-${seat}"].mine`).waitFor();
  }

  async addBot(seat) {
    await this.part(`add-bot-${seat}`).click();
    await this.page.locator(`[data-testid="seat-${seat}"][data-occupied="true"]`).waitFor();
  }

  /** A game of about half the time. */
  async chooseQuick() {
    await this.choose("length-quick");
  }

  /** Chooses one of several by its tile: `rules-mensch`. What is refused is not waited for. */
  async choose(testid, { refused = false } = {}) {
    await this.page.locator("label", { has: this.part(testid) }).click();
    if (!refused) await this.page.locator(`[data-testid="${testid}"]:checked`).waitFor({ state: "attached" });
  }

  /** On the start page, what the next table plays: `{ rules: "mensch", length: "quick" }`. */
  async chooseGame(game) {
    await this.part("rules-change").click();
    for (const [name, value] of Object.entries(game)) await this.choose(`${name}-${value}`);
    await this.part("rules-done").click();
  }

  /** The labels of the game that is played here. */
  async chips() {
    return this.part("rules").first().locator(".tag").allTextContents();
  }

  async begin() {
    await this.part("begin").click();
    await this.onBoard();
  }

  /** Waits until the board is there and the draw is made. */
  async onBoard() {
    await this.page.locator('[data-testid="board"][data-position]').waitFor();
  }

  /** Where the game stands, as this page shows it. */
  async stand() {
    return this.part("board").evaluate((board) => ({ seq: Number(board.dataset.seq), position: board.dataset.position }));
  }

  /** Where the tokens are drawn, in the form of the position's second field: `0,0,3,30/-/…`. */
  async drawn() {
    return this.page.evaluate(() => {
      const groups = [..."rgyb"].map((seat) => {
        const tokens = [...document.querySelectorAll(`[data-testid^="token-${seat}-"][data-progress]`)];
        return tokens.map((token) => Number(token.dataset.progress)).sort((one, other) => one - other).join(",") || "-";
      });
      return groups.join("/");
    });
  }

  /** Names on the plates, by seat. */
  async names() {
    const names = {};
    for (const seat of "rgyb") names[seat] = (await this.part(`plate-${seat}`).locator(".name bdi").textContent()).trim();
    return names;
  }

  /** The seat that is this person's, as the page says. */
  async ownSeat() {
    const own = this.page.locator('[data-testid^="plate-"]', { has: this.page.locator(".tag", { hasText: /^(you|ty)$/i }) });
    return (await own.getAttribute("data-testid")).slice("plate-".length);
  }

  /** What this person can do now. */
  get due() {
    return this.page.locator('[data-testid="roll"][aria-disabled="false"], [data-testid^="token-"][role="button"]').first();
  }

  /** Whether it is this person's turn to do something, or the game is over, or neither. */
  async state() {
    return this.page.evaluate(() => {
      if (document.querySelector('[data-testid="podium"]')) return "over";
      const due = document.querySelector('[data-testid="roll"][aria-disabled="false"], [data-testid^="token-"][role="button"]');
      return due ? "turn" : "waiting";
    });
  }

  /** Waits until this page shows the event with this number. */
  async reaches(seq) {
    await this.page.waitForFunction((seq) => Number(document.querySelector('[data-testid="board"]')?.dataset.seq) >= seq, seq, OFTEN);
  }

  /** Presses what is due, by pointer. */
  async press() {
    // Where it is, whatever lies on top: of tokens on one square the uppermost takes the touch for all.
    await this.due.click({ force: true });
  }

  /** Does the next thing that is due, and waits until the table has taken it. */
  async act() {
    const before = await this.stand();
    await this.press();
    await this.later(before);
  }

  /** Gives up: one's own part is over, and bots play on. */
  async giveUp() {
    await this.part("menu").click();
    await this.part("resign").click();
    await this.part("resign-sheet-go").click();
  }

  /** Waits until the board shows a later event than that, or is gone for the podium. */
  async later({ seq }) {
    await this.page.waitForFunction((seq) => {
      const board = document.querySelector('[data-testid="board"]');
      return !board || Number(board.dataset.seq) > seq;
    }, seq, OFTEN);
  }

  /** Seats on the podium, the winner first. */
  async places() {
    await this.part("podium").waitFor();
    const places = [];
    for (let place = 1; place <= 4; place += 1) {
      const seat = this.part(`place-${place}`);
      if (await seat.count()) places.push(await seat.getAttribute("data-seat"));
    }
    return places;
  }

  /** How many rolls the game had, and how many of them this device checked. */
  async proof() {
    const proof = this.part("proof");
    return { rolls: Number(await proof.getAttribute("data-rolls")), checked: Number(await proof.getAttribute("data-checked")) };
  }
}
