import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";

let root: Root | null = null;

/** Shows an element as all that the gallery's page holds. */
export function renderRoot(element: ReactNode): void {
  clearRoot();
  const holder = document.querySelector("#root");
  if (!holder) throw new Error("The page has no #root");
  root = createRoot(holder);
  root.render(element);
}

/** Removes what the page shows. */
export function clearRoot(): void {
  root?.unmount();
  root = null;
}
