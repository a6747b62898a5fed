import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { StoreDeps } from "./store-deps.ts";
import type { IssuedCode } from "./one-time-code.ts";
import { HOUR_S } from "#server/kit/durations.ts";

/** How long a code or link from a mail works. */
const CODE_LIFETIME_S = HOUR_S;
/** How long the browser that followed a link may open it again: reloads, double clicks, slow lines. */
export const FOLLOWED_AGAIN_S = 60;

/** What a code is for, as auth.one_time_token_type names it. */
export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"
  | "phone_change_token";

/** The column of auth.users that says when the mail left. */
const SENT_AT_COLUMN = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
  phone_change_token: "phone_change_sent_at",
} as const satisfies Record<TokenType, string>;

/** A code that was presented and is used up now. */
export type SpentToken = {
  readonly userId: string;
  readonly tokenType: TokenType;
  /** The address that the code was sent to. */
  readonly relatesTo: string;
  readonly tokenHash: string;
  readonly issuedAt: Date;
};

/** A link that was followed before and may be followed now. */
export type FollowedToken = Pick<SpentToken, "userId" | "tokenType">;

/**
 * Makes a code for an address; an older one of the same type ends with that. For an id that nobody has the
 * same is done in vain.
 */
export async function issueToken(
  tx: TransactionSql,
  deps: StoreDeps,
  request: {
    readonly userId: string;
    readonly tokenType: TokenType;
    readonly address: string;
    readonly isPkce: boolean;
  },
): Promise<IssuedCode> {
  const { userId, tokenType, address, isPkce } = request;
  const now = new Date(deps.now());
  const issued = deps.codes.issue(address, isPkce);
  const hash = deps.codes.storedHash(issued.linkToken);
  await tx`
    update auth.users
    set ${tx({ [tokenType]: hash, [SENT_AT_COLUMN[tokenType]]: now, updated_at: now })}
    where id = ${userId}`;
  await tx`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    select ${randomUUID()}::uuid, id, ${tokenType}::auth.one_time_token_type, ${hash}, ${address},
           ${now}::timestamptz at time zone 'utc', ${now}::timestamptz at time zone 'utc'
    from auth.users where id = ${userId}
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at,
      followed_at = null, followed_by = null`;
  return issued;
}

/** Takes a code out of the tables, so that it works once; null when unknown or older than an hour. */
export async function spendToken(
  tx: TransactionSql,
  deps: StoreDeps,
  presented: { readonly hashes: readonly string[]; readonly tokenTypes: readonly TokenType[] },
): Promise<SpentToken | null> {
  const oldest = new Date(deps.now() - CODE_LIFETIME_S * 1_000);
  const rows = await tx<SpentToken[]>`
    delete from auth.one_time_tokens
    where token_hash in ${tx(presented.hashes)}
      and token_type::text in ${tx(presented.tokenTypes)}
      and created_at at time zone 'utc' > ${oldest}
      and followed_at is null
    returning user_id as "userId", token_type as "tokenType", relates_to as "relatesTo",
      token_hash as "tokenHash", created_at at time zone 'utc' as "issuedAt"`;
  const [spent] = rows;
  if (spent === undefined) return null;
  await tx`update auth.users set ${tx({ [spent.tokenType]: "" })} where id = ${spent.userId}`;
  return spent;
}

/** Ends every code of a user: the account was confirmed, or its password or address changed. */
export async function clearTokens(tx: TransactionSql, userId: string): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`;
  await tx`
    update auth.users set
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change_token_new = '', email_change_token_current = '', phone_change_token = ''
    where id = ${userId}`;
}

/**
 * Keeps a spent link in the tables as one that was followed, so that its browser may come again.
 *
 * @param followedBy hash of what its browser keeps.
 */
export async function rememberFollowed(
  tx: TransactionSql,
  deps: StoreDeps,
  { spent, followedBy }: { readonly spent: SpentToken; readonly followedBy: string },
): Promise<void> {
  const now = new Date(deps.now());
  await tx`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at,
       followed_at, followed_by)
    values (${randomUUID()}, ${spent.userId}, ${spent.tokenType}, ${spent.tokenHash},
            ${spent.relatesTo}, ${spent.issuedAt}::timestamptz at time zone 'utc',
            ${now}::timestamptz at time zone 'utc', ${now}, ${followedBy})
    on conflict (user_id, token_type) do nothing`;
}

/** A link that was followed by the same browser within a minute. Null for all others and for one that is too old. */
export async function findFollowed(
  tx: TransactionSql,
  deps: StoreDeps,
  link: {
    readonly hash: string;
    readonly tokenTypes: readonly TokenType[];
    /** Hash of what the browser brought. */
    readonly known: string | null;
  },
): Promise<FollowedToken | null> {
  const oldest = new Date(deps.now() - CODE_LIFETIME_S * 1_000);
  const freshest = new Date(deps.now() - FOLLOWED_AGAIN_S * 1_000);
  const [own] = await tx<FollowedToken[]>`
    select user_id as "userId", token_type as "tokenType"
    from auth.one_time_tokens
    where token_hash = ${link.hash} and token_type::text in ${tx(link.tokenTypes)}
      and created_at at time zone 'utc' > ${oldest}
      and followed_by = ${link.known} and followed_at > ${freshest}`;
  return own ?? null;
}
