import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { endMiniPlayer, setMiniPlayer } from "#web/base/playback/mini-player.ts";
import type { Site } from "#web/lib/site.ts";
import { createStore, useStore } from "#web/lib/store.ts";

/**
 * The one player of videos. It outlives the page that opens it: while a video plays, it continues in
 * a corner of the next pages.
 */

/** A video, as its page opens it. */
export type OpenedVideo = {
  site: Site;
  video: Video;
  /** Its size, if known. */
  bytes: number | undefined;
  /** URL of its page, to return to. */
  href: string;
  /** The visitor has just pressed its card. */
  isChosen: boolean;
  /** Start second; null for the stored position. */
  startAt: number | null;
};

/** Actions of the page that opened the video. */
type PageActions = {
  onMessage: (message: EmbedMessage) => void;
  /** Removes the video from the URL. */
  onClose: () => void;
  /** Opens the video's page again. */
  onReturn: () => void;
};

export type PlayerState = OpenedVideo & {
  place: "page" | "corner";
  /** Start second in the URL, or null. */
  askedFor: number | null;
  /** Whole seconds played; 0 before the start. */
  position: number;
  isPlaying: boolean;
  hasEnded: boolean;
};

const NOTHING_PLAYED = { position: 0, isPlaying: false, hasEnded: false } as const;

const player = createStore<PlayerState | null>(null);
let actions: PageActions | null = null;

/** The player's frame, once it exists. */
export const frameRef: { current: HTMLIFrameElement | null } = { current: null };

/** Returns the state of the player, null without a video. */
export function usePlayer(): PlayerState | null {
  return useStore(player);
}

/** Shows a video on its page. If it plays already, in the corner, it continues. */
export function openVideo(opened: OpenedVideo): void {
  const { startAt } = opened;
  const state = player.read();
  if (state?.video.id !== opened.video.id) {
    setState({ ...opened, ...NOTHING_PLAYED, place: "page", askedFor: startAt });
    return;
  }
  const wasInCorner = state.place === "corner";
  setState({ ...state, ...opened, startAt: state.startAt, place: "page" });
  if (wasInCorner && startAt !== null) seek(startAt);
}

/** Sets the actions of the page that shows the video. */
export function setPageActions(next: PageActions): void {
  actions = next;
}

/** Leaves the video's page: a playing video moves to the corner, any other ends. */
export function leaveVideoPage(): void {
  const state = player.read();
  if (state?.place !== "page") return;
  if (state.isPlaying && !isTelevision()) change({ place: "corner" });
  else endVideo();
}

/** Closes the video's page; the video stays in the corner. */
export function moveToCorner(): void {
  change({ place: "corner" });
  actions?.onClose();
}

/** Closes the video's page, or the corner, and ends the video. */
export function closeVideo(): void {
  const isOnPage = player.read()?.place === "page";
  endVideo();
  if (isOnPage) actions?.onClose();
}

export function endVideo(): void {
  setState(null);
}

/** Opens the page of the video in the corner. */
export function returnToPage(): void {
  actions?.onReturn();
}

/** Handles a message of the player. */
export function handlePlayerMessage(message: EmbedMessage): void {
  if (message.t === "key") closeVideo();
  if (message.t === "blocked") change({ isPlaying: false });
  if (message.t === "time") change({ position: Math.floor(message.pos) });
  if (message.t === "state" && message.s === "playing") endMiniPlayer("video");
  if (message.t === "state" && message.s !== "buffering") {
    change({ isPlaying: message.s === "playing", hasEnded: message.s === "ended" });
  }
  actions?.onMessage(message);
}

/** Seeks the player; before its start, the video begins there. */
export function seek(seconds: number): void {
  if (frameRef.current === null) change({ startAt: seconds });
  else send({ v: 1, c: "seek", pos: seconds });
}

/** Like `seek`; a player that has not reported its position restarts at it. */
export function resumeAt(seconds: number): void {
  if (player.read()?.position === 0) change({ startAt: seconds });
  else seek(seconds);
}

export function dismissEnd(): void {
  change({ hasEnded: false });
  frameRef.current?.focus();
}

/** A video that still waits for a tap on its image goes back to its page. */
export function togglePlay(): void {
  if (frameRef.current === null) returnToPage();
  else send({ v: 1, c: player.read()?.isPlaying === true ? "pause" : "play" });
}

/** A television leaves its pages by the Back key, which ends the video. */
export function isTelevision(): boolean {
  return document.documentElement.classList.contains("remote");
}

function send(command: EmbedCommand): void {
  const origin = player.read()?.site.embedOrigin || window.location.origin;
  frameRef.current?.contentWindow?.postMessage(command, origin);
}

function change(part: Partial<PlayerState>): void {
  const state = player.read();
  if (state) setState({ ...state, ...part });
}

function setState(next: PlayerState | null): void {
  player.set(next);
  setMiniPlayer("video", next?.place === "corner" ? endVideo : null);
}
