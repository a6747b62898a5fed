import type { FrameLocator, Locator, Page } from "@playwright/test";
import { type EmbedMessage, readEmbedMessage } from "#shared/embed/embed-protocol.ts";

/** Our own player in a page or frame, as a visitor meets it. */
export type PlayerPage = {
  readonly root: Locator;
  readonly video: Locator;
  readonly playButton: Locator;
  /** Position in seconds. */
  position(): Promise<number>;
  read(): Promise<VideoFacts>;
};

export type VideoFacts = {
  position: number;
  isPaused: boolean;
  isMuted: boolean;
  volume: number;
  rate: number;
  /** Stretches of the timeline that are loaded; more than one means a hole. */
  loadedStretches: number;
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

function readVideo(element: Element): VideoFacts {
  if (!(element instanceof HTMLVideoElement)) throw new Error("Not a video");
  return {
    position: element.currentTime,
    isPaused: element.paused,
    isMuted: element.muted,
    volume: element.volume,
    rate: element.playbackRate,
    loadedStretches: element.buffered.length,
  };
}

/** Opens an embed page in a frame of a page of the site (see tests/support/live-server.ts). */
export async function openFramed(page: Page, src: string): Promise<FrameLocator> {
  await page.goto(`/around?src=${encodeURIComponent(src)}`);
  return page.frameLocator("iframe");
}

/** What the framed player has told the page around it so far. */
export async function heardFrom(page: Page): Promise<EmbedMessage[]> {
  const heard: unknown = await page.evaluate(() => Reflect.get(window, "heard"));
  if (!Array.isArray(heard)) return [];
  return heard.map(readEmbedMessage).filter((message) => message !== null);
}

/** Sends a command to the framed player. */
export async function tell(page: Page, command: object): Promise<void> {
  await page.evaluate((message) => {
    document.querySelector("iframe")?.contentWindow?.postMessage(message, location.origin);
  }, command);
}
