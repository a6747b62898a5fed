import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { Caller } from "#backend/database/caller.ts";
import type { CallerRequest, Database } from "#backend/database/database.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";

/** Kinds of messages on a private channel, which policies on `realtime.messages` distinguish. */
export type Extension = "broadcast" | "presence";

export type ReadRights = Readonly<Record<Extension, boolean>>;

/** A caller on a private channel. */
export type TopicMember = {
  readonly caller: Caller;
  readonly clientAddress: string;
  /** The channel's name, as returned by `realtime.topic()`. */
  readonly topic: string;
};

/** Evaluates PostgreSQL's policies of a private channel. */
export type TopicPolicies = {
  /** @throws the database's error when it is unavailable. */
  read(member: TopicMember): Promise<ReadRights>;
  /** @throws the database's error when it is unavailable. */
  canSend(member: TopicMember, extension: Extension): Promise<boolean>;
};

const NO_RIGHTS: ReadRights = { broadcast: false, presence: false };
const REQUEST_PATH = "/realtime/v1/websocket";

const seenRows = v.array(v.object({ extension: v.string() }));
const sendRows = v.strictTuple([v.object({ may: v.boolean() })]);

/** Rolls the transaction of a probe back. */
class ProbeEnd extends Error {
  readonly rights: ReadRights;

  constructor(rights: ReadRights) {
    super("The probe is done");
    this.rights = rights;
  }
}

/**
 * A policy that fails (a missing function, an invalid cast) denies access, as upstream. An
 * unavailable database throws.
 */
export function createTopicPolicies(database: Pick<Database, "asCaller">): TopicPolicies {
  return {
    async read(member) {
      const ids = [randomUUID(), randomUUID()] as const;
      try {
        await database.asCaller(
          {
            ...requestOf(member),
            prepare: (tx) => tx`select realtime.begin_probe(${member.topic}, ${ids[0]}, ${ids[1]})`,
          },
          async (tx) => {
            const rows = await tx`
              select extension from realtime.messages where id in ${tx([...ids])}`;
            const seen = v.parse(seenRows, [...rows]).map(({ extension }) => extension);
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
      return NO_RIGHTS;
    },
    async canSend(member, extension) {
      try {
        const rows = await database.asCaller(
          requestOf(member),
          (tx) => tx`select realtime.may_send(${member.topic}, ${extension}) as may`,
        );
        return v.parse(sendRows, [...rows])[0].may;
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
