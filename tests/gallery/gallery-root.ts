import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";

let root: Root | null = null;

/** Renders an element as the only content of the page. */
export function renderRoot(element: ReactNode): void {
  clearRoot();
  const holder = document.querySelector("#root");
  if (!holder) throw new Error("The page has no #root");
  root = createRoot(holder);
  root.render(element);
}

export function clearRoot(): void {
  root?.unmount();
  root = null;
}
