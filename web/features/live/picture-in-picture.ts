import { type EmbedCommand, readEmbedMessage } from "#shared/embed/embed-protocol.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { handlePlayerMessage } from "#web/base/data-saver/handle-player-message.ts";
import { hasConsent } from "#web/base/playback/player-consents.ts";
import type { Site } from "#web/lib/site.ts";
import { channelEmbedPath } from "./channel-path.ts";

type DocumentPictureInPicture = {
  requestWindow(options: { width: number; height: number }): Promise<Window>;
};

/** Timeout of a frame's reply before its picture-in-picture counts as missing. */
const ANSWER_TIMEOUT_MS = 400;
const MINI_WINDOW = { width: 480, height: 270 };

type MiniWindow = {
  id: ChannelId;
  site: Site;
  savesData: boolean;
  /** Called when the window opens and when it closes. */
  onChange: (isOpen: boolean) => void;
};

/**
 * Asks the player in the frame; when it cannot, opens a window of the page. @returns that window,
 * null when the player has done it. @throws Error when the browser has no such windows or rejects
 * one.
 */
export async function enterPictureInPicture(
  frame: HTMLIFrameElement | null,
  { id, site, savesData, onChange }: MiniWindow,
): Promise<Window | null> {
  if (await askFrame(frame)) return null;
  const channel = channelNamed(site.ministry.channels, id);
  const { providerHost } = channel;
  const start = { isTapped: true, savesData, hasConsent: hasConsent(channel), providerHost };
  const path = channelEmbedPath(id, site.language, start);
  const origin = site.embedOrigin || window.location.origin;
  const opened = await openMiniWindow(`${origin}${path}`, channel.name);
  onChange(true);
  opened.addEventListener("pagehide", () => onChange(false));
  return opened;
}

/** Asks the player in the frame for native picture-in-picture; false when it cannot. */
function askFrame(frame: HTMLIFrameElement | null): Promise<boolean> {
  const target = frame?.contentWindow;
  if (!frame || !target) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), ANSWER_TIMEOUT_MS);
    function finish(isOk: boolean) {
      clearTimeout(timer);
      window.removeEventListener("message", handleMessage);
      resolve(isOk);
    }
    function handleMessage(event: MessageEvent<unknown>) {
      if (event.source !== target) return;
      const message = readEmbedMessage(event.data);
      if (message?.t === "pip") finish(message.r !== "unsupported");
    }
    window.addEventListener("message", handleMessage);
    const command: EmbedCommand = { v: 1, c: "pip" };
    target.postMessage(command, new URL(frame.src).origin);
  });
}

/** Opens a Document Picture-in-Picture window with an embed page in it. */
async function openMiniWindow(embedUrl: string, title: string): Promise<Window> {
  const { documentPictureInPicture: api } = window as Window & {
    documentPictureInPicture?: DocumentPictureInPicture;
  };
  if (!api) throw new Error("Document Picture-in-Picture is not supported");
  const opened = await api.requestWindow(MINI_WINDOW);
  const frame = opened.document.createElement("iframe");
  frame.src = embedUrl;
  frame.title = title;
  frame.allow = "autoplay; encrypted-media";
  // The window's document has no style sheet; the content policy allows the style object.
  Object.assign(opened.document.body.style, { margin: "0", background: "#000" });
  Object.assign(frame.style, { border: "0", width: "100vw", height: "100vh", display: "block" });
  opened.document.title = title;
  opened.document.body.append(frame);
  opened.addEventListener("message", (event: MessageEvent<unknown>) => {
    const { origin } = new URL(embedUrl);
    const message = readEmbedMessage(event.data);
    if (!message || event.source !== frame.contentWindow || event.origin !== origin) return;
    handlePlayerMessage(message, (command) => frame.contentWindow?.postMessage(command, origin));
  });
  return opened;
}
