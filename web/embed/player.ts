import "./player.css";
import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import { mountPlayer } from "./player/mount-player.ts";
import { embedConfigText } from "./read-config.ts";

/**
 * Our own player as a script: it finds its mount element and its settings in the page, like other
 * providers' players.
 */
const config: PlayerConfig = JSON.parse(embedConfigText());
const mount = document.querySelector<HTMLElement>("[data-player]");
if (mount) mountPlayer(mount, config);
