import "./provider.css";
import type { ForeignConfig } from "#shared/embed/embed-config.ts";
import { watchChannel } from "./follow-channel.ts";
import { connectParent } from "./parent-messenger.ts";
import { ProviderPlayer } from "./provider-player.ts";
import { embedConfigText } from "./read-config.ts";

/** Page around a provider's frame or script. */
const config: ForeignConfig = JSON.parse(embedConfigText());
const root = document.querySelector<HTMLElement>("[data-provider]");
if (root) {
  watchChannel(config.follow);
  const player: ProviderPlayer = new ProviderPlayer(
    root,
    config,
    connectParent(config.parentOrigins, (command) => player.handleCommand(command)),
  );
}
