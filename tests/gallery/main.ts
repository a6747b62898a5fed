import "#web/app/app.css";
import "./gallery.css";
import { LANGUAGES } from "#shared/languages.ts";
import { PROGRESS } from "./addresses.ts";
import { GALLERY } from "./gallery.ts";
import { showIndex } from "./show-index.tsx";
import { showState } from "./show-state.tsx";

window.showGalleryState = async ({ group, state: name, language: wanted, theme }) => {
  const language = LANGUAGES.find((one) => one === wanted) ?? "en";
  document.documentElement.lang = language;
  document.documentElement.classList.toggle("dark", theme === "dark");
  const state = GALLERY[group]?.[name];
  if (!state) throw new Error(`The gallery has no state ${group}/${name}`);
  await showState(state, language);
};

const parameters = new URLSearchParams(window.location.search);
const parameter = (name: string): string => parameters.get(name) ?? "";
try {
  if (parameters.has("state")) {
    await window.showGalleryState({
      group: parameter("group"),
      state: parameter("state"),
      language: parameter("language"),
      theme: parameter("theme"),
    });
  } else {
    showIndex();
  }
  document.documentElement.dataset[PROGRESS] = "shown";
} catch (error) {
  document.documentElement.dataset[PROGRESS] = String(error);
  throw error;
}
