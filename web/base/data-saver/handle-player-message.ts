import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";
import { keepChoices } from "./stored-choices.ts";

/** Handles a player's message on any page: counts its data and stores its choices. */
export function answerPlayer(message: EmbedMessage, send: (command: EmbedCommand) => void): void {
  keepChoices(message, send);
  countData(message, send);
}
