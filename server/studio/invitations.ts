import type { Database } from "@reign-tv/backend";
import type { Logger } from "@reign-tv/kit/log.ts";
import * as v from "valibot";
import { ownerAddress } from "#shared/studio/invitation-url.ts";

type InvitationVerificationDeps = {
  /** Null with an external project. */
  readonly database: Pick<Database, "asService"> | null;
  readonly sendsMail: boolean;
  readonly log: Pick<Logger, "warn">;
};

/**
 * Saves whether invitations require a code from the invited mailbox (decision 087): only if the server sends mail.
 * Never prevents the server from starting.
 */
export async function storeInvitationVerification(deps: InvitationVerificationDeps): Promise<void> {
  const { database, sendsMail, log } = deps;
  if (database === null) return;
  try {
    await database.asService(
      (sql) => sql`update public.studio_state set asks_for_mailbox = ${sendsMail} where id`,
    );
  } catch (error) {
    log.warn({ event: "invitation_verification_not_stored", err: error });
  }
}

/** Result of `studio_first_owner()`; null if there is an owner. */
export const firstOwnerSchema = v.nullable(v.object({ token: v.string(), expires_at: v.string() }));

type OwnerInvitationDeps = {
  /** Null with an external project, where its own SQL creates the link. */
  readonly database: Pick<Database, "asService" | "leads"> | null;
  readonly siteUrl: string;
  readonly log: Pick<Logger, "warn">;
  /** Prints one line. */
  readonly print: (line: string) => void;
};

/**
 * Prints a link for the initial owner at each start until there is one; it replaces earlier links. Only the leader
 * prints. Never prevents the server from starting.
 */
export async function printOwnerInvitation(deps: OwnerInvitationDeps): Promise<void> {
  const { database, siteUrl, log, print } = deps;
  if (database === null) return;
  try {
    if (!(await database.leads())) return;
    const rows = await database.asService((sql) => sql`select public.studio_first_owner() as link`);
    const link = v.parse(firstOwnerSchema, rows[0]?.["link"]);
    if (link !== null) print(firstOwnerLine(siteUrl, link.token));
  } catch (error) {
    log.warn({ event: "first_owner_not_offered", err: error });
  }
}

export function firstOwnerLine(siteUrl: string, token: string): string {
  return `The studio has no owner yet. Open this link within 7 days to become the owner: ${ownerAddress(siteUrl, token)}`;
}
