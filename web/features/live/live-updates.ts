import * as v from "valibot";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import { parseJson } from "#shared/parse-json.ts";

const HEARTBEAT_MS = 25_000;
/** Doubled with every failure in a row, up to the limit, and by chance between half of it and one and a half. */
const FIRST_PAUSE_MS = 5_000;
const PAUSE_LIMIT_MS = 300_000;
/** Where no socket was ever good (a proxy that refuses them), the page asks by itself and tries no more. */
const FAILURES_LIMIT = 3;

const TOPIC = `realtime:${LIVE_TOPIC}`;
const JOIN_REF = "1";

/** What the server says on the socket, as far as it matters here. */
const newsSchema = v.object({
  event: v.literal("broadcast"),
  payload: v.object({ event: v.literal(LIVE_CHANGED), payload: liveStatusSchema }),
});
const replySchema = v.object({
  topic: v.string(),
  event: v.literal("phx_reply"),
  payload: v.object({ status: v.string() }),
});
const endSchema = v.object({
  topic: v.literal(TOPIC),
  event: v.picklist(["phx_close", "phx_error"]),
});

/** Hears from the server that a channel's state has changed. */
export type LiveFollower = {
  /** The server has just answered something else: opens a socket unless one is open or has just failed. */
  answered(): void;
  stop(): void;
};

type FollowerOptions = {
  /** Address of the socket, with the key. */
  address: string;
  onNews: (status: LiveStatus) => void;
  /** Told when news come from now on, and when they do no more. */
  onLine?: (isOpen: boolean) => void;
  /** Clock; milliseconds. */
  now?: () => number;
  /** Between 0 and 1. */
  chance?: () => number;
};

/**
 * Makes the follower. Its socket follows one topic and one event: the backend's own client, with all that it
 * can do, would weigh forty times as much. What breaks is opened anew behind a later answer, each page after
 * a pause of its own, so that a server that comes back is not met by all of them at once.
 */
export function createLiveFollower({
  address,
  onNews,
  onLine = () => undefined,
  now = Date.now,
  chance = Math.random,
}: FollowerOptions): LiveFollower {
  let socket: WebSocket | null = null;
  let failures = 0;
  let wasGood = false;
  let pauseUntilMs = 0;
  let isBeatOpen = false;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  function say(topic: string, event: string, payload: object): void {
    socket?.send(JSON.stringify({ topic, event, payload, ref: JOIN_REF, join_ref: JOIN_REF }));
  }
  function join(): void {
    say(TOPIC, "phx_join", { config: { private: true } });
    heartbeat = setInterval(beat, HEARTBEAT_MS);
  }
  /** A line that has gone without a word is known by the answer that does not come. */
  function beat(): void {
    if (isBeatOpen) return giveUp();
    isBeatOpen = true;
    say("phoenix", "heartbeat", {});
  }
  function hear({ data }: MessageEvent<unknown>): void {
    const said = typeof data === "string" ? parseJson(data) : null;
    isBeatOpen = false;
    if (v.is(newsSchema, said)) return onNews(said.payload.payload);
    if (v.is(endSchema, said)) return giveUp();
    if (!v.is(replySchema, said) || said.topic !== TOPIC) return;
    if (said.payload.status !== "ok") return giveUp();
    failures = 0;
    wasGood = true;
    onLine(true);
  }
  /** What the browser would tell only when it has waited for an answer to its good-bye. */
  function giveUp(): void {
    if (socket !== null) leave(socket);
    fail();
  }
  function fail(): void {
    forget();
    const pauseMs = Math.min(PAUSE_LIMIT_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    pauseUntilMs = now() + pauseMs * (0.5 + chance());
  }
  function forget(): void {
    clearInterval(heartbeat);
    isBeatOpen = false;
    socket = null;
    onLine(false);
  }
  /** One that is on its way is let come first: browsers complain of what is closed before. */
  function leave(left: WebSocket): void {
    left.removeEventListener("open", join);
    left.removeEventListener("message", hear);
    left.removeEventListener("close", fail);
    if (left.readyState === left.CONNECTING) left.addEventListener("open", () => left.close());
    else left.close();
  }
  return {
    answered() {
      if (socket !== null || now() < pauseUntilMs) return;
      if (!wasGood && failures >= FAILURES_LIMIT) return;
      socket = new WebSocket(address);
      socket.addEventListener("open", join);
      socket.addEventListener("message", hear);
      socket.addEventListener("close", fail);
    },
    stop() {
      if (socket !== null) leave(socket);
      forget();
    },
  };
}
