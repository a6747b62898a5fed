import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { countData } from "./data-usage.ts";
import { handleChoices } from "./stored-choices.ts";

/** Handles a player's message on any page: counts its data and stores its choices. */
export function handlePlayerMessage(
  message: EmbedMessage,
  send: (command: EmbedCommand) => void,
): void {
  handleChoices(message, send);
  countData(message, send);
}
