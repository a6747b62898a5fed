import { isWithin } from "#server/kit/durations.ts";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import { limitKey } from "#server/kit/http/client-address.ts";
import { createByteBudgets, type HeldBytes } from "./held-bytes.ts";

/** Counts events against an average: bursts pass that the average of the window still allows. */
export type TokenBucket = {
  /** Counts `count` events; false when they are too many, and then none is counted. */
  take(nowMs: number, count?: number): boolean;
};

/**
 * A bucket that fills evenly and holds what a whole window may bring, one event at least.
 *
 * @param perSecond average that is allowed.
 * @param windowSeconds how long a burst at twice the average may last.
 */
export function createTokenBucket(perSecond: number, windowSeconds: number): TokenBucket {
  const capacity = Math.max(1, perSecond * windowSeconds);
  let left = capacity;
  let filledAtMs: number | null = null;
  return {
    take(nowMs, count = 1) {
      const passedMs = filledAtMs === null ? 0 : Math.max(0, nowMs - filledAtMs);
      left = Math.min(capacity, left + (passedMs * perSecond) / 1_000);
      filledAtMs = nowMs;
      if (left < count) return false;
      left -= count;
      return true;
    },
  };
}

/** Bursts of this many seconds pass. */
const WINDOW_S = 10;

/** Of one process. A hall shares one address. */
const SOCKETS = 10_000;
const SOCKETS_PER_ADDRESS = 1_000;
const JOINS_PER_SECOND = 100;
const JOINS_PER_ADDRESS_PER_SECOND = 50;
/** Addresses whose joins are remembered. */
const ADDRESSES = 10_000;
const MESSAGES_PER_SECOND = 1_000;
const PRESENCE_PER_SECOND = 1_000;
/** Of one topic: what a room of people can still read. */
const TOPIC_MESSAGES_PER_SECOND = 200;
/** Of one socket. */
const SOCKET_MESSAGES_PER_SECOND = 100;
/** Upstream's: 5 calls within 30 seconds. */
const PRESENCE_CALLS = 5;
const PRESENCE_WINDOW_MS = 30_000;

/** Channels of one socket, as upstream has it. */
export const CHANNELS_PER_SOCKET = 100;
/** Largest payload of a message, as upstream has it. */
export const PAYLOAD_LIMIT_BYTES = 3_000_000;
/** Largest entry of a presence: each is kept, and sent to everyone on the topic. */
export const PRESENCE_LIMIT_BYTES = 4_096;
/** Longest name of a topic and longest key of a presence. */
export const NAME_LIMIT_CHARACTERS = 255;

/** Counters of one process; RATE_LIMIT_FACTOR multiplies all of them but the budgets of bytes. */
export type RealtimeLimits = {
  /** Whether one more socket of that address would be too many. */
  isFull(clientAddress: string): boolean;
  /** Counts a socket; call the result when it has closed. */
  enter(clientAddress: string): () => void;
  /** Counts a join, for the address first; false when there were too many. */
  takeJoin(clientAddress: string, nowMs: number): boolean;
  /** The budget of one more socket. */
  holdBytes(clientAddress: string): HeldBytes;
  readonly messages: TokenBucket;
  readonly presence: TokenBucket;
  messagesOfSocket(): TokenBucket;
  messagesOfTopic(): TokenBucket;
  /** Counts calls of one channel's presence. */
  presenceCalls(): { take(nowMs: number): boolean };
};

export function createLimits(factor: number): RealtimeLimits {
  const byAddress = new Map<string, number>();
  let sockets = 0;
  const rate = (perSecond: number): TokenBucket => createTokenBucket(perSecond * factor, WINDOW_S);
  const joins = rate(JOINS_PER_SECOND);
  const joinsOfAddress = createBoundedMap<string, TokenBucket>(ADDRESSES);
  return {
    isFull: (clientAddress) =>
      sockets >= SOCKETS * factor ||
      (byAddress.get(limitKey(clientAddress)) ?? 0) >= SOCKETS_PER_ADDRESS * factor,
    enter(clientAddress) {
      const address = limitKey(clientAddress);
      const change = (by: 1 | -1): void => {
        sockets += by;
        const left = (byAddress.get(address) ?? 0) + by;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
      change(1);
      return () => change(-1);
    },
    takeJoin(clientAddress, nowMs) {
      const address = limitKey(clientAddress);
      const ofAddress = joinsOfAddress.get(address) ?? rate(JOINS_PER_ADDRESS_PER_SECOND);
      joinsOfAddress.set(address, ofAddress);
      return ofAddress.take(nowMs) && joins.take(nowMs);
    },
    holdBytes: createByteBudgets(),
    messages: rate(MESSAGES_PER_SECOND),
    presence: rate(PRESENCE_PER_SECOND),
    messagesOfSocket: () => rate(SOCKET_MESSAGES_PER_SECOND),
    messagesOfTopic: () => rate(TOPIC_MESSAGES_PER_SECOND),
    presenceCalls: () => createCallWindow(PRESENCE_CALLS * factor, PRESENCE_WINDOW_MS),
  };
}

/** So many calls from the first one on, until the window is over. */
function createCallWindow(calls: number, windowMs: number): { take(nowMs: number): boolean } {
  let made = 0;
  let begunMs = Number.NEGATIVE_INFINITY;
  return {
    take(nowMs) {
      if (!isWithin(windowMs, begunMs, nowMs)) {
        made = 0;
        begunMs = nowMs;
      }
      made += 1;
      return made <= calls;
    },
  };
}
