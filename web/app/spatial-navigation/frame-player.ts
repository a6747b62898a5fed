import { type EmbedCommand, readEmbedMessage } from "#shared/embed/embed-protocol.ts";

export type PlayerCommand = "play" | "pause" | "toggle";

/** Response time of a busy television; a player that stays silent is started. */
const ANSWER_TIMEOUT_MS = 2_000;
/** A loaded player acknowledges first. One that has not started then sends no state. */
const STATE_TIMEOUT_MS = 100;

/** Sends a command to the player in a frame. Returns false when there is no player. */
export function sendToPlayer(frame: HTMLIFrameElement | null, action: PlayerCommand): boolean {
  const target = frame?.contentWindow;
  if (!frame || !target) return false;
  const send = (command: EmbedCommand) => target.postMessage(command, new URL(frame.src).origin);
  if (action !== "toggle") {
    send({ v: 1, c: action });
    return true;
  }
  let timer = setTimeout(() => answer("play"), ANSWER_TIMEOUT_MS);
  function answer(command: "play" | "pause"): void {
    clearTimeout(timer);
    window.removeEventListener("message", handleMessage);
    send({ v: 1, c: command });
  }
  function handleMessage({ source, data }: MessageEvent<unknown>): void {
    const message = source === target ? readEmbedMessage(data) : null;
    if (message?.t === "ready") {
      clearTimeout(timer);
      timer = setTimeout(() => answer("play"), STATE_TIMEOUT_MS);
    }
    if (message?.t !== "state") return;
    answer(message.s === "paused" || message.s === "ended" ? "play" : "pause");
  }
  window.addEventListener("message", handleMessage);
  send({ v: 1, c: "hello" });
  return true;
}
