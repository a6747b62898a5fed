import type { ParentLink } from "#web/embed/parent-messenger.ts";
import type { Playback } from "./engine/playback.ts";

const REPORT_INTERVAL_MS = 1_000;

/** Tells the page around, which keeps the count, what has come through the line. */
export function reportData(playback: Playback, parent: ParentLink): void {
  let toldBytes = 0;
  window.setInterval(() => {
    const bytes = Math.round(playback.movedBytes());
    if (bytes > toldBytes) parent.send({ v: 1, t: "moved", bytes: bytes - toldBytes });
    toldBytes = bytes;
  }, REPORT_INTERVAL_MS);
}
