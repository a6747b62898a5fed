import * as v from "valibot";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { countData } from "./data-usage.ts";

/** Highest number of lines of a stream; 0 for automatic quality. */
const VIDEO_QUALITY = storedEntry("videoQuality", v.pipe(v.number(), v.minValue(0)), 0);
const VIDEO_VOLUME = storedEntry(
  "videoVolume",
  v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  1,
);
/** Language of captions; "" for none. */
const VIDEO_CAPTIONS = storedEntry("videoCaptions", v.pipe(v.string(), v.maxLength(35)), "");

/**
 * Stores quality, volume and captions chosen in one player, and sends them to each new player.
 * @param send posts to the player that sent the message.
 */
export function handleChoices(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  if (message.t === "quality") writeStored(VIDEO_QUALITY, message.lines);
  if (message.t === "volume") writeStored(VIDEO_VOLUME, message.level);
  if (message.t === "captions") writeStored(VIDEO_CAPTIONS, message.language);
  if (message.t !== "ready") return;
  const lines = readStored(VIDEO_QUALITY);
  const level = readStored(VIDEO_VOLUME);
  const language = readStored(VIDEO_CAPTIONS);
  if (lines > 0) send({ v: 1, c: "quality", lines });
  if (level < 1) send({ v: 1, c: "volume", level });
  if (language !== "") send({ v: 1, c: "captions", language });
}

/** Handles a player's message on any page: counts its data and stores its choices. */
export function handlePlayerMessage(
  message: EmbedMessage,
  send: (command: EmbedCommand) => void,
): void {
  handleChoices(message, send);
  countData(message, send);
}
