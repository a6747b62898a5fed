import type { FakeVideo } from "./catalogue.ts";

/**
 * The embedded player's page, `/embed/{id}`, driven by the platform's window messages:
 *
 * - parent: `{"event":"listening","id":…,"channel":"widget"}` until the player responds;
 * - player: `onReady`, `initialDelivery` and, while it plays, `infoDelivery`;
 * - parent: `{"event":"command","func":"addEventListener","args":["onError"]}` subscribes; only then
 *   do `onStateChange`, `onError` and `onAutoplayBlocked` come, as with the real player;
 * - parent: `{"event":"command","func":"playVideo","args":[]}` and so on.
 *
 * Every message is a JSON text. A page without a Referer shows and reports error 153.
 */

export type PlayerPageOptions = {
  readonly videoId: string;
  readonly video: FakeVideo | undefined;
  /** Player error to report, or null for a video that plays. */
  readonly errorCode: number | null;
};

/** Runs in the browser. Kept as text, because it belongs to the fake page alone. */
const PLAYER_SCRIPT = `
const setup = JSON.parse(document.getElementById("setup").textContent);
const query = new URLSearchParams(location.search);
const parentOrigin = query.get("origin") ?? "*";
const state = { player: -1, position: Number(query.get("start") ?? 0), isMuted: query.get("mute") === "1", volume: 100, rate: 1, hasCaptions: query.get("cc_load_policy") === "1" };
const listeners = new Set();
let connectionId = null;
let isError = setup.errorCode !== null;

function send(event, info) {
  if (connectionId === null) return;
  parent.postMessage(JSON.stringify({ event, info, id: connectionId, channel: "widget" }), parentOrigin);
}
function info() {
  return {
    currentTime: state.position, duration: setup.durationSeconds, playerState: state.player,
    muted: state.isMuted, volume: state.volume, playbackRate: state.rate,
    videoData: { video_id: setup.videoId, title: setup.title, author: "Fake Ministry", isPlayable: !isError, ...(isError ? { errorCode: String(setup.errorCode) } : {}) },
  };
}
/** Shows the player's state and sound on the page. */
function show() {
  Object.assign(document.body.dataset, {
    state: state.player, position: state.position, muted: state.isMuted, volume: state.volume,
    rate: state.rate, captions: state.hasCaptions,
  });
}
function setState(next) {
  state.player = next;
  show();
  send("infoDelivery", { playerState: next, currentTime: state.position });
  if (listeners.has("onStateChange")) send("onStateChange", next);
}
function play() {
  if (isError) return;
  setState(3);
  setState(1);
}
const commands = {
  addEventListener(name) {
    listeners.add(name);
    if (name === "onError" && isError) send("onError", setup.errorCode);
  },
  playVideo: play,
  pauseVideo() { setState(2); },
  stopVideo() { state.position = 0; setState(-1); },
  seekTo(seconds) { state.position = Number(seconds); send("infoDelivery", { currentTime: state.position }); },
  mute() { state.isMuted = true; send("infoDelivery", { muted: true }); },
  unMute() { state.isMuted = false; send("infoDelivery", { muted: false }); },
  setVolume(percent) { state.volume = percent; send("infoDelivery", { volume: percent }); },
  setPlaybackRate(rate) { state.rate = rate; send("infoDelivery", { playbackRate: rate }); },
  loadModule(name) { if (name === "captions") state.hasCaptions = true; },
  unloadModule(name) { if (name === "captions") state.hasCaptions = false; },
};
addEventListener("message", (event) => {
  if (event.source !== parent || typeof event.data !== "string") return;
  let message;
  try { message = JSON.parse(event.data); } catch { return; }
  if (message.event === "listening") {
    const isFirst = connectionId === null;
    connectionId = message.id ?? 1;
    if (!isFirst) return;
    send("initialDelivery", info());
    send("onReady", null);
    if (query.get("autoplay") === "1") play();
  }
  if (message.event === "command") {
    commands[message.func]?.(...(message.args ?? []));
    show();
  }
});
setInterval(() => {
  if (state.player !== 1) return;
  state.position = Math.min(state.position + 0.25, setup.durationSeconds);
  document.getElementById("time").textContent = state.position.toFixed(2);
  send("infoDelivery", { currentTime: state.position });
  if (state.position >= setup.durationSeconds) setState(0);
}, 250);
`;

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  2: "The video id is not valid.",
  5: "An error occurred in the HTML5 player.",
  100: "This video is unavailable.",
  101: "Playback on other websites has been disabled by the video owner.",
  150: "Playback on other websites has been disabled by the video owner.",
  153: "Watch video on YouTube. Error 153: Video player configuration error.",
};

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

const FAKE_DURATION_SECONDS = 30;

/** Returns the page as HTML. */
export function playerPage(options: PlayerPageOptions): string {
  const { videoId, video, errorCode } = options;
  const title = video?.title ?? videoId;
  const setup = { videoId, title, errorCode, durationSeconds: FAKE_DURATION_SECONDS };
  const words = errorCode === null ? title : (ERROR_TEXTS[errorCode] ?? `Error ${errorCode}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>html,body{height:100%;margin:0;background:#000;color:#fff;font:16px sans-serif}</style></head>
<body data-state="-1" data-error="${errorCode ?? ""}">
<p id="words">${escapeHtml(words)}</p><p id="time">0</p>
<script type="application/json" id="setup">${JSON.stringify(setup).replaceAll("<", "\\u003c")}</script>
<script>${PLAYER_SCRIPT}</script>
</body></html>`;
}
