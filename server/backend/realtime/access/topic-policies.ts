import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Caller } from "#server/database/caller.ts";
import type { CallerRequest, Database } from "#server/database/database.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";

/** What policies on `realtime.messages` are asked about: kinds of what a private channel carries. */
export type Extension = "broadcast" | "presence";

export type ReadRights = Readonly<Record<Extension, boolean>>;

/** Somebody on a private channel. */
export type TopicMember = {
  readonly caller: Caller;
  readonly clientAddress: string;
  /** The channel's name, as `realtime.topic()` tells it. */
  readonly topic: string;
};

/** Asks PostgreSQL's policies what somebody may do on a private channel. */
export type TopicPolicies = {
  /** @throws the database's error when it cannot answer. */
  read(asker: TopicMember): Promise<ReadRights>;
  /** @throws the database's error when it cannot answer. */
  maySend(asker: TopicMember, extension: Extension): Promise<boolean>;
};

const NOBODY: ReadRights = { broadcast: false, presence: false };
const REQUEST_PATH = "/realtime/v1/websocket";

const seenRows = z.array(z.object({ extension: z.string() }));
const sendRows = z.tuple([z.object({ may: z.boolean() })]);

/** Ends a probe's transaction, so that nothing of it stays. */
class ProbeEnd extends Error {
  readonly rights: ReadRights;

  constructor(rights: ReadRights) {
    super("The probe has its answer");
    this.rights = rights;
  }
}

/**
 * A policy that fails (a function that is not there, a cast that does not work) lets nobody in, as upstream
 * has it; a database that is away is told to the caller.
 */
export function createTopicPolicies(database: Pick<Database, "asCaller">): TopicPolicies {
  return {
    async read(asker) {
      const ids = [randomUUID(), randomUUID()] as const;
      try {
        await database.asCaller(
          {
            ...requestOf(asker),
            prepare: (tx) => tx`select realtime.begin_probe(${asker.topic}, ${ids[0]}, ${ids[1]})`,
          },
          async (tx) => {
            const rows = await tx`
              select extension from realtime.messages where id in ${tx([...ids])}`;
            const seen = seenRows.parse([...rows]).map(({ extension }) => extension);
            throw new ProbeEnd({
              broadcast: seen.includes("broadcast"),
              presence: seen.includes("presence"),
            });
          },
        );
      } catch (error) {
        if (error instanceof ProbeEnd) return error.rights;
        if (isDatabaseUnavailable(error)) throw error;
      }
      return NOBODY;
    },
    async maySend(asker, extension) {
      try {
        const rows = await database.asCaller(
          requestOf(asker),
          (tx) => tx`select realtime.may_send(${asker.topic}, ${extension}) as may`,
        );
        return sendRows.parse([...rows])[0].may;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        return false;
      }
    },
  };
}

function requestOf({ caller, clientAddress }: TopicMember): CallerRequest {
  return {
    caller,
    clientAddress,
    method: "GET",
    path: REQUEST_PATH,
    headers: {},
    isReadOnly: false,
  };
}
