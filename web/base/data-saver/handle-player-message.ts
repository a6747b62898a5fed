import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";
import { keepChoices } from "./stored-choices.ts";

/** What every page around a player does for it: counts what it moves, and keeps what is chosen in it. */
export function answerPlayer(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  keepChoices(message, send);
  countData(message, send);
}
