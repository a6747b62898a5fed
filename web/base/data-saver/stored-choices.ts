import * as v from "valibot";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

/** The most lines that the visitor wants of a stream; 0 for what line and screen allow. */
const VIDEO_QUALITY = storedEntry("videoQuality", v.pipe(v.number(), v.minValue(0)), 0);

/**
 * Keeps the quality that the visitor chooses in one player, and tells it to every other that comes.
 *
 * @param send into the player that spoke.
 */
export function keepQuality(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  if (message.t === "quality") writeStored(VIDEO_QUALITY, message.lines);
  const lines = message.t === "ready" ? readStored(VIDEO_QUALITY) : 0;
  if (lines > 0) send({ v: 1, c: "quality", lines });
}
