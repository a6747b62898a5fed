import * as v from "valibot";
import { type LiveStatus, liveStatusSchema } from "#shared/contracts/live-status.ts";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

const HEARTBEAT_MS = 25_000;
/** Doubles with every failure in a row, up to the limit, times a random factor of 0.5 to 1.5. */
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 300_000;
/**
 * After this many failures without an open socket (a proxy that blocks them), the page polls and
 * does not reconnect.
 */
const FAILURES_LIMIT = 3;

const TOPIC = `realtime:${LIVE_TOPIC}`;
const JOIN_REF = "1";

/** The fields of a socket message that are used here. */
const updateSchema = v.object({
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

/** Receives the states of channels from the server. */
export type LiveUpdates = {
  /** A request has just succeeded: opens a socket unless one is open or has just failed. */
  answered(): void;
  stop(): void;
};

type LiveUpdatesOptions = {
  /** URL of the socket, with the key. */
  address: string;
  onUpdate: (status: LiveStatus) => void;
  /** Called when updates start and when they stop. */
  onLine?: (isOpen: boolean) => void;
  /** Clock; milliseconds. */
  now?: () => number;
  /** Between 0 and 1. */
  chance?: () => number;
};

/**
 * Creates the connection. Its socket joins one topic for one event: the backend's own client would
 * weigh forty times as much. A broken one reconnects after a later successful request, each page
 * after a random delay, so that they do not all return to a restarted server at once.
 */
export function createLiveUpdates({
  address,
  onUpdate,
  onLine = () => undefined,
  now = Date.now,
  chance = Math.random,
}: LiveUpdatesOptions): LiveUpdates {
  let socket: WebSocket | null = null;
  let failures = 0;
  let wasGood = false;
  let pauseUntilMs = 0;
  let isBeatOpen = false;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  function send(topic: string, event: string, payload: object): void {
    socket?.send(JSON.stringify({ topic, event, payload, ref: JOIN_REF, join_ref: JOIN_REF }));
  }
  function join(): void {
    send(TOPIC, "phx_join", { config: { private: true } });
    heartbeat = setInterval(beat, HEARTBEAT_MS);
  }
  /** A silent connection loss shows by a missing heartbeat reply. */
  function beat(): void {
    if (isBeatOpen) return giveUp();
    isBeatOpen = true;
    send("phoenix", "heartbeat", {});
  }
  function receive({ data }: MessageEvent<unknown>): void {
    const message = typeof data === "string" ? parseJson(data) : null;
    isBeatOpen = false;
    if (v.is(updateSchema, message)) return onUpdate(message.payload.payload);
    if (v.is(endSchema, message)) return giveUp();
    if (!v.is(replySchema, message) || message.topic !== TOPIC) return;
    if (message.payload.status !== "ok") return giveUp();
    failures = 0;
    wasGood = true;
    onLine(true);
  }
  /** The browser would fire `close` only after its timeout for the closing handshake. */
  function giveUp(): void {
    if (socket !== null) leave(socket);
    fail();
  }
  function fail(): void {
    forget();
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
    failures += 1;
    pauseUntilMs = now() + delayMs * (0.5 + chance());
  }
  function forget(): void {
    clearInterval(heartbeat);
    isBeatOpen = false;
    socket = null;
    onLine(false);
  }
  /** A connecting socket opens first: browsers log an error about an earlier close. */
  function leave(left: WebSocket): void {
    left.removeEventListener("open", join);
    left.removeEventListener("message", receive);
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
      socket.addEventListener("message", receive);
      socket.addEventListener("close", fail);
    },
    stop() {
      if (socket !== null) leave(socket);
      forget();
    },
  };
}
