import type { FrameLocator, Locator, Page } from "@playwright/test";
import { type EmbedMessage, readEmbedMessage } from "#shared/embed/embed-protocol.ts";

/** The product's player in a page or frame. */
export type PlayerPage = {
  readonly root: Locator;
  readonly video: Locator;
  readonly playButton: Locator;
  /** Position in seconds. */
  position: () => Promise<number>;
  read: () => Promise<VideoState>;
};

export type VideoState = {
  position: number;
  isPaused: boolean;
  isMuted: boolean;
  volume: number;
  rate: number;
  /** Count of buffered ranges; more than one means a gap. */
  bufferedRanges: number;
};

export function playerIn(place: Page | FrameLocator): PlayerPage {
  const root = place.locator(".rp");
  const video = place.locator("video");
  const read = () => video.evaluate(readVideo);
  return {
    root,
    video,
    playButton: place.locator(".rp-play"),
    position: async () => (await read()).position,
    read,
  };
}

function readVideo(element: Element): VideoState {
  if (!(element instanceof HTMLVideoElement)) throw new Error("Not a video");
  return {
    position: element.currentTime,
    isPaused: element.paused,
    isMuted: element.muted,
    volume: element.volume,
    rate: element.playbackRate,
    bufferedRanges: element.buffered.length,
  };
}

/** Opens an embed page in a frame of a page (see tests/support/live-server.ts). */
export async function openFramed(page: Page, src: string): Promise<FrameLocator> {
  await page.goto(`/around?src=${encodeURIComponent(src)}`);
  return page.frameLocator("iframe");
}

/** Returns the messages of the framed player to its page so far. */
export async function messagesFrom(page: Page): Promise<EmbedMessage[]> {
  const heard: unknown = await page.evaluate(() => Reflect.get(window, "heard"));
  if (!Array.isArray(heard)) return [];
  return heard.map(readEmbedMessage).filter((message) => message !== null);
}

/** Sends a command to the framed player. */
export async function sendCommand(page: Page, command: object): Promise<void> {
  await page.evaluate((message) => {
    document.querySelector("iframe")?.contentWindow?.postMessage(message, location.origin);
  }, command);
}
