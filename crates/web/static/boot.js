import init from "/assets/ludo_web.js";

init({ module_or_path: "/assets/ludo_web_bg.wasm" }).catch(() => {
  const words = document.getElementById("boot-words");
  if (!words) return;
  const polish = navigator.language.startsWith("pl");
  words.textContent = polish
    ? "Nie udało się wczytać strony. Sprawdź połączenie i spróbuj ponownie."
    : "The page could not be loaded. Please check the connection and try again.";
  const again = document.createElement("button");
  again.className = "button primary";
  again.textContent = polish ? "Wczytaj ponownie" : "Load again";
  again.addEventListener("click", () => location.reload());
  words.after(again);
});
