import * as v from "valibot";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-news.ts";

const HEARTBEAT_MS = 25_000;
/** Open pages do not ask all at the same moment. */
const SPREAD_MS = 1_000;
/** Where no socket ever opens (a proxy that refuses them), the page asks by itself and tries no more. */
const FAILURES_LIMIT = 3;

/** What the server says on the socket, as far as it matters here. */
const newsSchema = v.object({
  event: v.literal("broadcast"),
  payload: v.looseObject({ event: v.literal(LIVE_CHANGED) }),
});

/** Hears from the server that a channel's state has changed. */
export type LiveFollower = {
  /** The server has just answered something else: opens a socket unless one is open. */
  answered(): void;
  stop(): void;
};

/**
 * Makes the follower. Its socket follows one topic and one event: the backend's own client, with all that it
 * can do, would weigh forty times as much.
 *
 * @param address of the socket, with the key.
 */
export function createLiveFollower(address: string, onChange: () => void): LiveFollower {
  let socket: WebSocket | null = null;
  let failures = 0;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let spread: ReturnType<typeof setTimeout> | undefined;

  function say(topic: string, event: string, payload: object): void {
    socket?.send(JSON.stringify({ topic, event, payload, ref: "1", join_ref: "1" }));
  }
  function join(): void {
    failures = 0;
    say(`realtime:${LIVE_TOPIC}`, "phx_join", { config: { private: true } });
    heartbeat = setInterval(() => say("phoenix", "heartbeat", {}), HEARTBEAT_MS);
  }
  function hear({ data }: MessageEvent<unknown>): void {
    if (typeof data !== "string" || !v.is(newsSchema, parseJson(data))) return;
    clearTimeout(spread);
    spread = setTimeout(onChange, Math.random() * SPREAD_MS);
  }
  function forget(): void {
    clearInterval(heartbeat);
    socket = null;
  }
  /** One that is on its way is let come first: browsers complain of what is closed before. */
  function leave(left: WebSocket): void {
    left.removeEventListener("open", join);
    left.removeEventListener("message", hear);
    if (left.readyState === left.CONNECTING) left.addEventListener("open", () => left.close());
    else left.close();
  }
  return {
    answered() {
      if (socket !== null || failures >= FAILURES_LIMIT) return;
      // Counted until it opens.
      failures += 1;
      socket = new WebSocket(address);
      socket.addEventListener("open", join);
      socket.addEventListener("message", hear);
      socket.addEventListener("close", forget);
    },
    stop() {
      clearTimeout(spread);
      if (socket !== null) leave(socket);
      forget();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
