// The worker that thinks: a program of its own (crates/thinker), with the nets of the rules that it is asked about.
//
// Question: { id, ask, position, bot, seed }; ask is "choose", "chances", "hundredths" or, with a record in the place of
// the position, "course".
// Answers: { id, begun }, as soon as all is loaded; then { id, answer } or { id, error, broken }.

const nets = {
  classic: "/assets/nets/classic.net",
  modern: "/assets/nets/modern.net",
  mensch: "/assets/nets/mensch.net",
  chinczyk: "/assets/nets/chinczyk.net",
  parchis: "/assets/nets/parchis.net",
};

/** A few instructions on registers four numbers wide: where a browser takes them, the program that has them is three times as fast. */
const WIDE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

async function load() {
  const wide = WebAssembly.validate(new Uint8Array(WIDE));
  const program = await (wide ? import("/assets/ludo_thinker_simd.js") : import("/assets/ludo_thinker.js"));
  await program.default({ module_or_path: wide ? "/assets/ludo_thinker_simd_bg.wasm" : "/assets/ludo_thinker_bg.wasm" });
  return program;
}

let ready;
const learned = {};

/** Loads something once; what could not be loaded is tried again by the next question. */
function fetchNet(name, learn) {
  learned[name] ??= fetch(nets[name]).then(async (answer) => {
    if (!answer.ok) throw new Error(`${nets[name]}: ${answer.status}`);
    learn(new Uint8Array(await answer.arrayBuffer()));
  });
  learned[name].catch(() => delete learned[name]);
  return learned[name];
}

async function answer({ id, ask, position, bot, seed }) {
  try {
    ready ??= load();
    ready.catch(() => (ready = undefined));
    const { choose, chances, course, hundredths, lacks, learn, start_of } = await ready;
    const net = lacks(ask === "course" ? start_of(position) : position, bot);
    if (net) await fetchNet(net, learn);
    postMessage({ id, begun: true });
    postMessage({ id, answer: { choose, chances, course, hundredths }[ask](position, bot, seed) });
  } catch (error) {
    // After a trap the program cannot be trusted any more: the page gets another worker.
    postMessage({ id, error: `${error?.message ?? error}`, broken: error instanceof WebAssembly.RuntimeError });
  }
}

addEventListener("message", ({ data }) => answer(data));
