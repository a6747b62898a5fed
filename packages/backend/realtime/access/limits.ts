import { limitKey } from "@reign-tv/kit/http/limit-key.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import {
  createCountWindow,
  createTokenBucket,
  type CountWindow,
  type TokenBucket,
} from "@reign-tv/kit/rate-limit.ts";

/** Memory that one socket occupies: its channels, presences, queued work and unread frames. */
export type HeldBytes = {
  /** Counts bytes, negative to release. Returns false and counts nothing above a limit. */
  add(bytes: number): boolean;
  /** Releases all of them; later calls count nothing. */
  end(): void;
};

export const SOCKET_BYTES = 16_000_000;
export const ADDRESS_BYTES = 64_000_000;
export const SERVER_BYTES = 256_000_000;
/** Each socket may hold this much even when other sockets exhausted the shared budgets. */
export const SOCKET_FREE_BYTES = 64_000;

/** Creates the budgets of one process: per socket, per IP address and in total. */
export function createByteBudgets(): (clientAddress: string) => HeldBytes {
  const byAddress = new Map<string, number>();
  let total = 0;
  return (clientAddress) => {
    const address = limitKey(clientAddress);
    let own = 0;
    let isEnded = false;
    const count = (bytes: number): void => {
      own += bytes;
      total += bytes;
      const left = (byAddress.get(address) ?? 0) + bytes;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    };
    const fits = (bytes: number): boolean => {
      if (own + bytes > SOCKET_BYTES) return false;
      if (own + bytes <= SOCKET_FREE_BYTES) return true;
      const ofAddress = byAddress.get(address) ?? 0;
      return ofAddress + bytes <= ADDRESS_BYTES && total + bytes <= SERVER_BYTES;
    };
    return {
      add(bytes) {
        if (isEnded) return true;
        if (bytes > 0 && !fits(bytes)) return false;
        count(bytes);
        return true;
      },
      end() {
        count(-own);
        isEnded = true;
      },
    };
  };
}

const WINDOW_S = 10;

/** Per process. A whole audience may share one IP address. */
const SOCKETS = 10_000;
const SOCKETS_PER_ADDRESS = 1_000;
const JOINS_PER_SECOND = 100;
const JOINS_PER_ADDRESS_PER_SECOND = 50;
/** IP addresses whose joins are counted. */
const ADDRESSES = 10_000;
const MESSAGES_PER_SECOND = 1_000;
const PRESENCE_PER_SECOND = 1_000;
/** Per topic: as much as people can read. */
const TOPIC_MESSAGES_PER_SECOND = 200;
/** Per socket. */
const SOCKET_MESSAGES_PER_SECOND = 100;
/** Upstream's: 5 calls within 30 seconds. */
const PRESENCE_CALLS = 5;
const PRESENCE_WINDOW_MS = 30_000;

/** Channels per socket, as upstream. */
export const CHANNELS_PER_SOCKET = 100;
/** Largest payload of a message, as upstream. */
export const PAYLOAD_LIMIT_BYTES = 3_000_000;
/** Largest entry of a presence: it is stored and sent to all members of the topic. */
export const PRESENCE_LIMIT_BYTES = 4_096;
/** Longest name of a topic and longest key of a presence. */
export const NAME_LIMIT_CHARACTERS = 255;

/** Counters of one process; RATE_LIMIT_FACTOR multiplies all of them except the byte budgets. */
export type RealtimeLimits = {
  /** Returns true when one more socket would exceed a limit. */
  isFull(clientAddress: string): boolean;
  /** Counts a socket. The result releases it; call it when the socket has closed. */
  enter(clientAddress: string): () => void;
  /** Counts a join, first for its IP address. Returns false above a limit. */
  takeJoin(clientAddress: string, nowMs: number): boolean;
  /** Opens the byte budget of one more socket. */
  holdBytes(clientAddress: string): HeldBytes;
  readonly messages: TokenBucket;
  readonly presence: TokenBucket;
  messagesOfSocket(): TokenBucket;
  messagesOfTopic(): TokenBucket;
  /** Creates the counter of one channel's presence calls. */
  presenceCalls(): CountWindow;
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
    presenceCalls: () => createCountWindow(PRESENCE_CALLS * factor, PRESENCE_WINDOW_MS),
  };
}
