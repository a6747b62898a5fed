import "./provider.css";
import type { YoutubeConfig } from "#shared/embed/embed-config.ts";
import { watchChannel, embedConfigText } from "./embed-page.ts";
import { connectParent } from "./parent-messenger.ts";
import { YoutubePlayer } from "./youtube-player.ts";

/** Page around YouTube's player. */
const config: YoutubeConfig = JSON.parse(embedConfigText());
const root = document.querySelector<HTMLElement>("[data-provider]");
if (root) {
  watchChannel(config.follow);
  const player: YoutubePlayer = new YoutubePlayer(
    root,
    config,
    connectParent(config.parentOrigins, (command) => player.handleCommand(command)),
  );
}
