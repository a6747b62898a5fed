import * as v from "valibot";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Settings of a join. Invalid parts get their defaults, as upstream: a join never fails for its
 * form.
 */
export type JoinConfig = {
  /** Null uses the socket's own key. */
  readonly accessToken: string | null;
  readonly isPrivate: boolean;
  readonly broadcast: {
    readonly ack: boolean;
    readonly self: boolean;
    readonly wantsReplicationReady: boolean;
    /** Undefined without a request, null for an invalid one. */
    readonly replay: Replay | null | undefined;
  };
  readonly presence: { readonly key: string; readonly isEnabled: boolean };
  readonly changes: readonly ChangeRequest[];
  /** Milliseconds that the reply waits for the subscriptions; null replies at once. */
  readonly changesWaitMs: number | null;
};

/** `since` in milliseconds since the epoch. */
export type Replay = { readonly since: number; readonly limit: number };

/** One `postgres_changes` entry as sent by the client; the reply repeats its values. */
export type ChangeRequest = Readonly<Record<string, unknown>>;

const REPLAY_LIMIT = 25;
const WAIT_DEFAULT_MS = 15_000;
const WAIT_LIMIT_MS = 20_000;

const objectOrEmpty = v.fallback(jsonObject, {});
const boolean = v.fallback(v.boolean(), false);

const replaySchema = v.object({
  since: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  limit: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.toMinValue(1), v.toMaxValue(REPLAY_LIMIT)),
    REPLAY_LIMIT,
  ),
});
const configSchema = v.object({
  private: boolean,
  broadcast: objectOrEmpty,
  presence: objectOrEmpty,
  postgres_changes: v.fallback(v.array(v.unknown()), []),
  postgres_changes_options: objectOrEmpty,
});
const joinSchema = v.object({
  config: v.fallback(configSchema, v.parse(configSchema, {})),
  access_token: v.fallback(v.nullish(v.string()), null),
  user_token: v.fallback(v.nullish(v.string()), null),
});

/** Parses the payload of a join. */
export function readJoinConfig(payload: unknown): JoinConfig {
  const { config, access_token, user_token } = v.parse(joinSchema, v.parse(objectOrEmpty, payload));
  const { broadcast, presence } = config;
  const key = presence["key"];
  return {
    accessToken: access_token ?? user_token ?? null,
    isPrivate: config.private,
    broadcast: {
      ack: broadcast["ack"] === true,
      self: broadcast["self"] === true,
      wantsReplicationReady: broadcast["replication_ready"] === true,
      replay: readReplay(broadcast["replay"]),
    },
    presence: {
      key: typeof key === "string" ? key : "",
      isEnabled: presence["enabled"] === true,
    },
    changes: config.postgres_changes.flatMap((entry): ChangeRequest[] => {
      const request = v.safeParse(jsonObject, entry);
      return request.success ? [request.output] : [];
    }),
    changesWaitMs: readWait(config.postgres_changes_options),
  };
}

function readReplay(value: unknown): Replay | null | undefined {
  if (value === undefined) return undefined;
  const replay = v.safeParse(replaySchema, value);
  return replay.success ? replay.output : null;
}

function readWait({ wait, timeout }: Readonly<Record<string, unknown>>): number | null {
  if (wait !== true) return null;
  const requestedMs = typeof timeout === "number" && timeout > 0 ? timeout : WAIT_DEFAULT_MS;
  return Math.min(requestedMs, WAIT_LIMIT_MS);
}
