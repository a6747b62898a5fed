import {
  boolean,
  constant,
  constantFrom,
  json,
  jsonValue,
  oneof,
  option,
  readConfigureGlobal,
  record,
  sample,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLimits } from "#backend/realtime/access/limits.ts";
import type { Identity } from "#backend/realtime/access/identity.ts";
import { CHANNEL_ERRORS } from "#backend/realtime/protocol/channel-errors.ts";
import type { Connection } from "#backend/realtime/sockets/connection.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { handleFrame } from "./handle-message.ts";
import { createHub } from "./hub.ts";
import { createPresences } from "./presence-tracker.ts";
import { createSession } from "./session.ts";

const FRAMES = 4_000;
const FACTOR = 1e9;

const GUEST: Identity = {
  caller: { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null },
  expiresAtMs: null,
};

/** Builds realtime without sockets and database; a private channel allows every caller. */
function createDeps(): RealtimeDeps {
  const limits = createLimits(FACTOR);
  const hub = createHub(() => limits.messagesOfTopic());
  const nothing = (): void => undefined;
  return {
    log: createLogger("silent"),
    now: Date.now,
    traffic: { received: 0, sent: 0, dropped: 0 },
    limits,
    hub,
    presences: createPresences({ hub, server: "here", publish: nothing }),
    identities: {
      read: () => Promise.reject(CHANNEL_ERRORS.malformedToken()),
      confirm: () => Promise.resolve(),
      liveOf: () => Promise.resolve(new Set()),
    },
    policies: {
      read: () => Promise.resolve({ broadcast: true, presence: true }),
      canSend: () => Promise.resolve(true),
    },
    history: { read: () => Promise.resolve([]), save: () => Promise.resolve() },
    changes: {
      start: () => Promise.resolve(),
      subscribe: () => Promise.resolve(),
      subscribeAndReport: () => Promise.resolve(),
      reportSubscribed: nothing,
      unsubscribe: nothing,
      stop: nothing,
    },
    publish: nothing,
    isStopping: () => false,
  };
}

const topic = constantFrom("realtime:a", "realtime:b", "realtime:", "phoenix", "x", "");
const event = constantFrom(
  "phx_join",
  "phx_leave",
  "heartbeat",
  "broadcast",
  "presence",
  "access_token",
  "other",
);
const payload = oneof(
  jsonValue({ maxDepth: 4 }),
  record({ config: jsonValue({ maxDepth: 3 }) }),
  record({
    config: record({
      private: boolean(),
      broadcast: record({ ack: boolean(), self: boolean() }),
      presence: record({ key: string(), enabled: boolean() }),
    }),
  }),
  record({ event: constantFrom("track", "untrack", "say"), payload: jsonValue() }),
  record({ access_token: jsonValue() }),
);
const reference = option(constantFrom("1", "2"));
const message = tuple(reference, reference, topic, event, payload);
const text = oneof(
  string(),
  json(),
  message.map((fields) => JSON.stringify(fields)),
  message.map(([join_ref, ref, topic, event, payload]) =>
    JSON.stringify({ join_ref, ref, topic, event, payload }),
  ),
  constant("[".repeat(50_000)),
  constant(`["1","2","realtime:a","broadcast",${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}]`),
);
const binary = oneof(
  uint8Array({ maxLength: 64 }),
  tuple(topic, string(), json(), constantFrom(0, 1, 2)).map(([name, say, body, kind]) => {
    const texts = ["1", "2", name, say, ""].map((part) => Buffer.from(part));
    const lengths = texts.map(({ length }) => length & 255);
    return Buffer.concat([Buffer.from([3, ...lengths, kind]), ...texts, Buffer.from(body)]);
  }),
);
const frame = oneof(
  text.map((content) => ({ data: Buffer.from(content), isBinary: false })),
  binary.map((content) => ({ data: Buffer.from(content), isBinary: true })),
);

it.each(["1.0.0", "2.0.0"] as const)(
  "handles any frames of a client of %s, with serializable replies",
  async (version) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const deps = createDeps();
    const faults: unknown[] = [];
    const closed: number[] = [];
    let sent = 0;
    const limits = createLimits(FACTOR);
    const connection: Connection = {
      version,
      identity: GUEST,
      clientAddress: "203.0.113.1",
      messages: limits.messagesOfSocket(),
      held: limits.holdBytes("203.0.113.1"),
      endIfSlow: () => undefined,
      send: () => void (sent += 1),
      sendMessage(message) {
        JSON.stringify(message);
        sent += 1;
      },
      close: (code) => void closed.push(code),
    };
    const session = createSession(connection, (error) => void faults.push(error));
    const { seed = Date.now() } = readConfigureGlobal();
    const frames = sample(frame, { numRuns: FRAMES / 2, seed });
    for (const [index, { data, isBinary }] of frames.entries()) {
      handleFrame(deps, session, data, isBinary);
      if (index % 100 === 0) await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(faults, `seed ${seed}`).toEqual([]);
    expect(closed, `seed ${seed}`).toEqual([]);
    expect(sent).toBeGreaterThan(FRAMES / 200);
  },
);
