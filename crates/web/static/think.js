// What the page asks of the worker that thinks (thinker.js), and a new worker where one does not answer.

/** How long a thought may take once all is loaded, and how long loading may take, in milliseconds. */
const PATIENCE = 10_000;
const LOADING = 120_000;

/** Questions that may wait for their answers; more are refused. */
const MOST = 16;

let worker;
let last = 0;
const waiting = new Map();

function settle(id) {
  const question = waiting.get(id);
  clearTimeout(question?.timer);
  waiting.delete(id);
  return question;
}

/** Lets a worker go, with all that was asked of it; the next question gets another one. */
function dismiss(lost, why) {
  lost.terminate();
  if (lost !== worker) return;
  worker = undefined;
  for (const id of [...waiting.keys()]) settle(id).fail(new Error(why));
}

function hire() {
  const hired = new Worker("/assets/thinker.js", { type: "module" });
  hired.addEventListener("error", () => dismiss(hired, "it could not be loaded"));
  hired.addEventListener("message", ({ data: { id, begun, answer, error, broken } }) => {
    const question = waiting.get(id);
    if (!question) return;
    if (begun) {
      clearTimeout(question.timer);
      question.timer = setTimeout(() => dismiss(hired, "it does not answer"), PATIENCE);
    } else if (error === undefined) {
      settle(id).done(answer);
    } else {
      settle(id).fail(new Error(error));
      if (broken) dismiss(hired, error);
    }
  });
  return hired;
}

/**
 * Asks something about a position: "choose" is the move of a bot by a seed of 64 hexadecimal digits, "chances" are sixteen numbers,
 * those of the first to the fourth place for the seats r, g, y, b, "hundredths" the chances of a win for each of them; both have no bot.
 * "course" asks of a record how those went: four numbers for its start and for each move.
 */
export function think(ask, position, bot, seed = "0".repeat(64)) {
  return new Promise((done, fail) => {
    if (waiting.size >= MOST) throw new Error("too many questions at once");
    worker ??= hire();
    const asked = worker;
    const id = (last += 1);
    waiting.set(id, { done, fail, timer: setTimeout(() => dismiss(asked, "it does not load"), LOADING) });
    asked.postMessage({ id, ask, position, bot: bot || undefined, seed });
  });
}
