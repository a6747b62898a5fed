import { useSyncExternalStore } from "react";
import type { Site } from "./site.ts";

/** Site state fetched since the page was opened; null for the state it came with. One per tab. */
let renewed: Site | null = null;
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Returns the current site of this tab. */
export function renewedSite(first: Site): Site {
  return renewed ?? first;
}

/**
 * Returns the current site and follows changes. Hydration uses the site that the page came with.
 */
export function useRenewedSite(first: Site): Site {
  return useSyncExternalStore(
    subscribe,
    () => renewedSite(first),
    () => first,
  );
}

/** Sets the site of the whole page; null for the one it came with. */
export function setCurrentSite(site: Site | null): void {
  renewed = site;
  for (const listener of listeners) listener();
}
