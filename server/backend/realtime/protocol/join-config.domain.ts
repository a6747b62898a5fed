import { z } from "zod";

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

const boolean = z.boolean().catch(false);
const record = z.record(z.string(), z.unknown());
const empty = (): Record<string, unknown> => ({});

const replaySchema = z.object({
  since: z.number().int().nonnegative(),
  limit: z
    .number()
    .int()
    .default(REPLAY_LIMIT)
    .transform((limit) => Math.min(REPLAY_LIMIT, Math.max(1, limit))),
});
const configSchema = z.object({
  private: boolean,
  broadcast: record.catch(empty),
  presence: record.catch(empty),
  postgres_changes: z.array(z.unknown()).catch([]),
  postgres_changes_options: record.catch(empty),
});
const joinSchema = z.object({
  config: configSchema.catch(configSchema.parse({})),
  access_token: z.string().nullish().catch(null),
  user_token: z.string().nullish().catch(null),
});

/** Parses the payload of a join. */
export function readJoinConfig(payload: unknown): JoinConfig {
  const { config, access_token, user_token } = joinSchema.parse(record.catch(empty).parse(payload));
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
      const request = record.safeParse(entry);
      return request.success ? [request.data] : [];
    }),
    changesWaitMs: readWait(config.postgres_changes_options),
  };
}

function readReplay(value: unknown): Replay | null | undefined {
  if (value === undefined) return undefined;
  return replaySchema.safeParse(value).data ?? null;
}

function readWait({ wait, timeout }: Readonly<Record<string, unknown>>): number | null {
  if (wait !== true) return null;
  const requestedMs = typeof timeout === "number" && timeout > 0 ? timeout : WAIT_DEFAULT_MS;
  return Math.min(requestedMs, WAIT_LIMIT_MS);
}
