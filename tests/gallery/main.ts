import "#web/app/app.css";
import "./gallery.css";
import { LANGUAGES } from "#shared/languages.ts";
import { PROGRESS } from "./addresses.ts";
import { GALLERY } from "./gallery.ts";
import { showIndex } from "./show-index.tsx";
import { showState } from "./show-state.tsx";

const parameters = new URLSearchParams(window.location.search);
const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("The page has no #root");
const language = LANGUAGES.find((one) => one === parameters.get("language")) ?? "en";
document.documentElement.lang = language;
document.documentElement.classList.toggle("dark", parameters.get("theme") === "dark");

const state = GALLERY[parameters.get("group") ?? ""]?.[parameters.get("state") ?? ""];
try {
  if (state) await showState(state, language, root);
  else showIndex(root);
  document.documentElement.dataset[PROGRESS] = "shown";
} catch (error) {
  document.documentElement.dataset[PROGRESS] = String(error);
  throw error;
}
