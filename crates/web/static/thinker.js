// The worker that thinks: a program of its own (crates/thinker), with the nets of the rules that it is asked about.
//
// Question: { id, ask, position, bot, seed }; ask is "choose", "chances", "hundredths" or, with a record in the place of
// the position, "course".
// Answers: { id, begun }, as soon as all is loaded; then { id, answer } or { id, error, broken }.

import init, { choose, chances, course, hundredths, lacks, learn, start_of as startOf } from "/assets/ludo_thinker.js";

const nets = {
  classic: "/assets/nets/classic.net",
  modern: "/assets/nets/modern.net",
  mensch: "/assets/nets/mensch.net",
  chinczyk: "/assets/nets/chinczyk.net",
  parchis: "/assets/nets/parchis.net",
};

const questions = { choose, chances, hundredths, course };

let ready;
const learned = {};

/** Loads something once; what could not be loaded is tried again by the next question. */
function fetchNet(name) {
  learned[name] ??= fetch(nets[name]).then(async (answer) => {
    if (!answer.ok) throw new Error(`${nets[name]}: ${answer.status}`);
    learn(new Uint8Array(await answer.arrayBuffer()));
  });
  learned[name].catch(() => delete learned[name]);
  return learned[name];
}

async function answer({ id, ask, position, bot, seed }) {
  try {
    ready ??= init({ module_or_path: "/assets/ludo_thinker_bg.wasm" });
    ready.catch(() => (ready = undefined));
    await ready;
    const net = lacks(ask === "course" ? startOf(position) : position, bot);
    if (net) await fetchNet(net);
    postMessage({ id, begun: true });
    postMessage({ id, answer: questions[ask](position, bot, seed) });
  } catch (error) {
    // After a trap the program cannot be trusted any more: the page gets another worker.
    postMessage({ id, error: `${error?.message ?? error}`, broken: error instanceof WebAssembly.RuntimeError });
  }
}

addEventListener("message", ({ data }) => answer(data));
