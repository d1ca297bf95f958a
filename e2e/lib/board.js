// A board as it is drawn: where its squares are on the screen, by its own lines, and where the tokens stand.

/** Squares of the track that a token travels, by the squares of the ring. */
const LAPS = { 40: 40, 52: 51, 68: 64 };

/**
 * Tokens, yards and squares of a board, in squares from its top left corner and (for the yards) in shares of its side.
 * `squares[seat][progress]` is where that seat has its square of the track; `ring` the squares of all in their order, `ringed` the numbers of those that are marked as
 * safe.
 * Squares are read off the lines that the page drew, not off the tokens.
 */
export async function boardOf(player) {
  return player.page.evaluate((LAPS) => {
    const board = document.querySelector('[data-testid="board"]');
    const ground = board.querySelector(".ground");
    const { width } = ground.viewBox.baseVal;
    const box = ground.getBoundingClientRect();
    const unit = box.width / width;
    const place = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: (left + width / 2 - box.left) / unit, y: (top + height / 2 - box.top) / unit };
    };
    const yard = {};
    for (const seat of "rgyb") {
      const { x, y } = place(ground.querySelector(`.seat-${seat} .yard`));
      yard[seat] = { x: x / width, y: y / width };
    }
    const tokens = [...board.querySelectorAll('[data-testid^="token-"][data-progress]')].map((token) => ({
      seat: token.dataset.testid.split("-")[1],
      progress: Number(token.dataset.progress),
      ...place(token.querySelector(".body")),
    }));
    // Each square is a line of its own: its box tells where it is, whatever its form.
    const middles = (path) => {
      const lines = path.getAttribute("d").split("M").slice(1);
      return lines.map((line) => {
        const probe = path.cloneNode();
        probe.setAttribute("d", `M${line}`);
        ground.append(probe);
        const { x, y, width, height } = probe.getBBox();
        probe.remove();
        return { x: x + width / 2 - ground.viewBox.baseVal.x, y: y + height / 2 - ground.viewBox.baseVal.y };
      });
    };
    const ring = middles(ground.querySelector(".square"));
    // The start squares are drawn with their columns: in the ring they stand a quarter apart.
    const starts = [..."rgyb"].map((seat) => middles(ground.querySelector(`.seat-${seat} .own`))[0]);
    const quarter = ring.length / 4 + 1;
    for (const [index, start] of starts.entries()) ring.splice(index * quarter, 0, start);
    const safe = middles(ground.querySelector(".safe"));
    const safeStarts = starts.filter((_, index) => ground.querySelector(`.seat-${"rgyb"[index]} .safe-start`));
    const at = ({ x, y }) => ring.findIndex((square) => Math.hypot(square.x - x, square.y - y) < 0.1);
    const ringed = [...safe, ...safeStarts].map(at).sort((one, other) => one - other);
    const squares = {};
    for (const [index, seat] of [..."rgyb"].entries()) {
      squares[seat] = {};
      for (let progress = 1; progress <= LAPS[ring.length]; progress += 1) {
        squares[seat][progress] = ring[((index * ring.length) / 4 + progress - 1) % ring.length];
      }
    }
    return { tokens, yard, ring, ringed, squares, size: width };
  }, LAPS);
}

/** The squares of the ring, from red's start on. */
export async function ringOf(player) {
  return (await boardOf(player)).ring;
}

/** The area inside the way round: positive where it runs clockwise on the screen. */
export async function lapOf(player) {
  const ring = await ringOf(player);
  return ring.reduce((sum, one, at) => {
    const next = ring[(at + 1) % ring.length];
    return sum + one.x * next.y - next.x * one.y;
  }, 0);
}
