import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";
import { keepQuality } from "./stored-quality.ts";

/** What every page around a player does for it: counts what it moves, and keeps its quality. */
export function answerPlayer(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  keepQuality(message, send);
  countData(message, send);
}
