// The proof of a game's dice, for whoever asks for it: a program of its own, with its own words and looks.

import init, { learn, screen as show, verify as open } from "/assets/ludo_proofs.js";

const words = {
  en: "/assets/words/proofs-en.ftl",
  pl: "/assets/words/proofs-pl.ftl",
};

const ready = init({ module_or_path: "/assets/ludo_proofs_bg.wasm" });

const known = {};

/** The words of a language, fetched once. */
function speak(tag) {
  known[tag] ??= fetch(words[tag]).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    const text = await answer.text();
    await ready;
    learn(tag, text);
  });
  known[tag].catch(() => delete known[tag]);
  return known[tag];
}

/** The looks, once. */
let looks;
function dress() {
  looks ??= new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "/assets/proofs.css";
    link.onload = done;
    link.onerror = failed;
    document.head.append(link);
  });
  return looks;
}

/** Shows the proof of a game in an element. */
export async function screen(place, tag, seen, names) {
  await Promise.all([ready, dress(), speak(tag)]);
  show(place, tag, seen, names);
}

/** Opens the page that checks records: with all languages, so that nothing more is fetched. */
export async function verify(place, tag) {
  await Promise.all([ready, ...Object.keys(words).map(speak)]);
  open(place, tag);
}
