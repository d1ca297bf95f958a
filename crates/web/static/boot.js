import init, { start } from "/assets/ludo_web.js";

// What another device handed over holds a secret: out of the address and the history before anything else.
const fragment = location.hash.startsWith("#handover=") ? location.hash : "";
if (fragment) history.replaceState(history.state, "", location.pathname + location.search);
// The same address put in once more is a new visit.
addEventListener("hashchange", () => location.hash.startsWith("#handover=") && location.reload());

// A table wants to know this browser again: at one, the cookie is asked for while the program is still on its way. Not where another
// device hands over who one is.
const session = () => fetch("/api/session", { method: "POST" });
let asked = !fragment && location.pathname.startsWith("/t/") ? session() : undefined;
// Whoever takes the answer hears of a failure.
asked?.catch(() => {});
globalThis.ludoSession = () => {
  const answer = asked ?? session();
  asked = undefined;
  return answer;
};

// What is said before there are words, by language.
const failed = {
  en: ["The page could not be loaded. Please check the connection and try again.", "Load again"],
  pl: ["Nie udało się wczytać strony. Sprawdź połączenie i spróbuj ponownie.", "Wczytaj ponownie"],
};

// The proof of a game's dice is a program of its own, fetched when somebody asks for it.
globalThis.ludoProof = (place, tag, seen, names) =>
  import("/assets/proofs.js")
    .then(({ screen }) => screen(place, tag, seen, names))
    .catch(() => (place.textContent = (failed[tag] ?? failed.en)[0]));

// So is what thinks, in a worker: hints, chances.
globalThis.ludoThink = (...ask) => import("/assets/think.js").then(({ think }) => think(...ask)).then(String);
globalThis.ludoCourse = (...about) => import("/assets/course.js").then(({ draw }) => draw(...about));

// So are sounds and the picture of the result. Nothing sounds or trembles before somebody has touched the page.
const touched = () => navigator.userActivation?.hasBeenActive ?? true;
globalThis.ludoCue = (...cue) => {
  const due = performance.now();
  const sound = () => import("/assets/sound.js").then(({ play }) => play(...cue, due)).catch(() => {});
  // What is seen comes first: a sound is made when the frame is drawn.
  if (touched()) requestAnimationFrame(() => setTimeout(sound));
};
globalThis.ludoTremble = () => touched() && navigator.vibrate?.(45);
const card = (what) => (...about) => import("/assets/card.js").then((made) => made[what](...about), () => {});
[globalThis.ludoCard, globalThis.ludoCardGive, globalThis.ludoCardSave] = ["draw", "give", "save"].map(card);

const file = (tag) => document.querySelector(`link[rel="words"][hreflang="${tag}"]`)?.href;

/** The reader's language: the one chosen by hand, else the first of the browser's that is here. */
function language() {
  let chosen;
  try {
    chosen = /^language=(.*)$/m.exec(localStorage.getItem("ludo.settings") ?? "")?.[1];
  } catch {
    // A browser that keeps nothing has nothing chosen.
  }
  const tags = [chosen, ...navigator.languages].map((tag) => /^[a-z]+/i.exec(tag ?? "")?.[0].toLowerCase());
  return tags.find((tag) => tag && file(tag)) ?? "en";
}

async function words(tag) {
  const answer = await fetch(file(tag));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return [tag, await answer.text()];
}

const own = language();
document.documentElement.lang = own;
// Better in English than not at all; the page says so.
const spoken = words(own).catch(() => words("en"));
// The program is longer on its way than the words: nothing waits for one of them alone.
Promise.all([spoken, init({ module_or_path: "/assets/ludo_web_bg.wasm" })]).then(
  ([[tag, text]]) => start(tag, text, fragment),
  () => {
    const line = document.getElementById("boot-words");
    if (!line) return;
    const [sentence, again] = failed[own] ?? failed.en;
    line.textContent = sentence;
    const button = document.createElement("button");
    button.className = "button primary";
    button.textContent = again;
    button.addEventListener("click", () => {
      if (fragment) history.replaceState(history.state, "", fragment);
      location.reload();
    });
    line.after(button);
  },
);
