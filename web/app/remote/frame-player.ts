import { type EmbedCommand, readEmbedMessage } from "#shared/embed-protocol.ts";

export type PlayerWish = "play" | "pause" | "toggle";

/** A player that has not begun says nothing of its state: then it is to begin. */
const ANSWER_TIMEOUT_MS = 300;

/** Tells the player in a frame what to do; false when there is no player. */
export function tellPlayer(frame: HTMLIFrameElement | null, wish: PlayerWish): boolean {
  const target = frame?.contentWindow;
  if (!frame || !target) return false;
  const send = (command: EmbedCommand) => target.postMessage(command, new URL(frame.src).origin);
  if (wish !== "toggle") {
    send({ v: 1, c: wish });
    return true;
  }
  const timer = setTimeout(() => answer("play"), ANSWER_TIMEOUT_MS);
  function answer(command: "play" | "pause"): void {
    clearTimeout(timer);
    window.removeEventListener("message", handleMessage);
    send({ v: 1, c: command });
  }
  function handleMessage({ source, data }: MessageEvent<unknown>): void {
    const message = source === target ? readEmbedMessage(data) : null;
    if (message?.t !== "state") return;
    answer(message.s === "paused" || message.s === "ended" ? "play" : "pause");
  }
  window.addEventListener("message", handleMessage);
  send({ v: 1, c: "hello" });
  return true;
}
