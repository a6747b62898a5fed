import { z } from "zod";

/**
 * What a client asks for as it joins. Parts that are not valid take their defaults, as upstream does: a
 * join is never refused for its form.
 */
export type JoinConfig = {
  /** Null: the socket's own key speaks. */
  readonly accessToken: string | null;
  readonly isPrivate: boolean;
  readonly broadcast: {
    readonly ack: boolean;
    readonly self: boolean;
    readonly wantsReplicationReady: boolean;
    /** Undefined when nothing was asked, null when it makes no sense. */
    readonly replay: Replay | null | undefined;
  };
  readonly presence: { readonly key: string; readonly isEnabled: boolean };
  readonly changes: readonly ChangeRequest[];
  /** Milliseconds to wait for the changes before the join is answered; null answers at once. */
  readonly changesWaitMs: number | null;
};

/** `since` in milliseconds since the epoch. */
export type Replay = { readonly since: number; readonly limit: number };

/** One `postgres_changes` entry as the client wrote it; it gets these very values back. */
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

/** Reads the payload of a join. */
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

function readReplay(asked: unknown): Replay | null | undefined {
  if (asked === undefined) return undefined;
  return replaySchema.safeParse(asked).data ?? null;
}

function readWait({ wait, timeout }: Readonly<Record<string, unknown>>): number | null {
  if (wait !== true) return null;
  const asked = typeof timeout === "number" && timeout > 0 ? timeout : WAIT_DEFAULT_MS;
  return Math.min(asked, WAIT_LIMIT_MS);
}
