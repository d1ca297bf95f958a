import { verify } from "/assets/proofs.js";

const failed = {
  en: "The page could not be loaded. Please check the connection and load it again.",
  pl: "Nie udało się wczytać strony. Sprawdź połączenie i wczytaj ją ponownie.",
};

let kept = "";
try {
  kept = localStorage.getItem("ludo.settings") ?? "";
} catch {
  // A browser that keeps nothing has nothing chosen.
}
const chosen = (name) => new RegExp(`^${name}=(.*)$`, "m").exec(kept)?.[1];
const tags = [chosen("language"), ...navigator.languages].map((tag) => /^[a-z]+/i.exec(tag ?? "")?.[0].toLowerCase());
const own = tags.find((tag) => tag in failed) ?? "en";
const root = document.documentElement;
root.lang = own;
if (["light", "dark"].includes(chosen("theme"))) root.dataset.theme = chosen("theme");

const place = document.getElementById("page");
verify(place, own).catch(() => {
  const words = document.getElementById("boot-words");
  if (words) words.textContent = failed[own];
});
