import "./player.css";
import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import { mountPlayer } from "./player/mount-player.ts";
import { embedConfigText } from "./read-config.ts";

/**
 * Our own player as a script: wherever it is loaded, it finds its mount element and the settings
 * beside it, as the players of other providers do.
 */
const config: PlayerConfig = JSON.parse(embedConfigText());
const mount = document.querySelector<HTMLElement>("[data-player]");
if (mount) mountPlayer(mount, config);
