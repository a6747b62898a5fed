import { useSyncExternalStore } from "react";
import type { Site } from "./site.ts";

/** What an open page knows of the site since it was read anew; null: what it came with. One per tab. */
let renewed: Site | null = null;
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The site as this tab knows it now. */
export function renewedSite(first: Site): Site {
  return renewed ?? first;
}

/** The same, followed. The page is taken over with what it came with. */
export function useRenewedSite(first: Site): Site {
  return useSyncExternalStore(
    subscribe,
    () => renewedSite(first),
    () => first,
  );
}

/** Everything on the page shows this site from now on; null: what it came with. */
export function setCurrentSite(site: Site | null): void {
  renewed = site;
  for (const listener of listeners) listener();
}
