import { useEffect, useSyncExternalStore } from "react";
import type { KeptItem } from "#shared/media/kept-media.ts";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import type { KeptEntry, KeptState } from "./kept-media.ts";
import { openKeptMedia } from "./open-kept-media.ts";

const UNREAD: KeptState = { entries: null, problems: new Map() };

/** Returns the kept media of this device, and follows every change. */
export function useKeptMedia(): KeptState {
  useEffect(() => void openKeptMedia().reload(), []);
  return useSyncExternalStore(subscribe, readState, () => UNREAD);
}

/** Returns the entry of a video's sound or picture, of any version; null without one. */
export function useKept(videoId: string, kind: KeptItem["kind"]): KeptEntry | null {
  const { entries } = useKeptMedia();
  return entries?.find((entry) => entry.video.id === videoId && entry.kind === kind) ?? null;
}

/** Returns false where no service worker could play what is kept, as in the native app. */
export function useCanKeep(): boolean {
  const { hasWorker } = useSite();
  const isHydrated = useHydrated();
  return hasWorker && (!isHydrated || "serviceWorker" in navigator);
}

function subscribe(onChange: () => void): () => void {
  return openKeptMedia().subscribe(onChange);
}

function readState(): KeptState {
  return openKeptMedia().current();
}
