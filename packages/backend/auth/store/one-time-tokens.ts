import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { StoreDeps } from "#backend/auth/auth-deps.ts";
import { MAX_CLOCK_SKEW_MS } from "./is-recent.ts";
import type { IssuedCode } from "./one-time-code.ts";
import { HOUR_S } from "@reign-tv/kit/durations.ts";

/** Lifetime of codes and links. */
const CODE_LIFETIME_S = HOUR_S;
/** The browser that followed a link may open it again this long, e.g. to reload. */
export const FOLLOWED_AGAIN_S = 60;

/** Values of auth.one_time_token_type. */
export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"
  | "phone_change_token";

/** Columns of auth.users with the time of the last message. */
const SENT_AT_COLUMN = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
  phone_change_token: "phone_change_sent_at",
} as const satisfies Record<TokenType, string>;

/** A code that has just been used. */
export type ConsumedToken = {
  readonly userId: string;
  readonly tokenType: TokenType;
  /** Email address or phone number of the recipient. */
  readonly relatesTo: string;
  readonly tokenHash: string;
  readonly issuedAt: Date;
};

/** A link that the same browser may follow again. */
export type FollowedToken = Pick<ConsumedToken, "userId" | "tokenType">;

/**
 * Issues a code for an email address or phone number. Replaces an older code of the same type.
 * Does the same work for an unknown user id.
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

/**
 * Consumes a code; null when it is unknown, older than an hour, or issued while the clock was ahead.
 */
export async function consumeToken(
  tx: TransactionSql,
  { now }: StoreDeps,
  presented: { readonly hashes: readonly string[]; readonly tokenTypes: readonly TokenType[] },
): Promise<ConsumedToken | null> {
  const oldest = new Date(now() - CODE_LIFETIME_S * 1_000);
  const newest = new Date(now() + MAX_CLOCK_SKEW_MS);
  const rows = await tx<ConsumedToken[]>`
    delete from auth.one_time_tokens
    where token_hash in ${tx(presented.hashes)}
      and token_type::text in ${tx(presented.tokenTypes)}
      and created_at at time zone 'utc' > ${oldest}
      and created_at at time zone 'utc' <= ${newest}
      and followed_at is null
    returning user_id as "userId", token_type as "tokenType", relates_to as "relatesTo",
      token_hash as "tokenHash", created_at at time zone 'utc' as "issuedAt"`;
  const [consumed] = rows;
  if (consumed === undefined) return null;
  await tx`update auth.users set ${tx({ [consumed.tokenType]: "" })} where id = ${consumed.userId}`;
  return consumed;
}

/** Deletes all codes of a user, after a confirmation or a change of password, email or phone. */
export async function clearTokens(tx: TransactionSql, userId: string): Promise<void> {
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`;
  await tx`
    update auth.users set
      confirmation_token = '', recovery_token = '', reauthentication_token = '',
      email_change_token_new = '', email_change_token_current = '', phone_change_token = ''
    where id = ${userId}`;
}

/**
 * Stores a used link, so that the same browser can open it again.
 *
 * @param followedBy hash of the browser's secret.
 */
export async function saveFollowedLink(
  tx: TransactionSql,
  deps: StoreDeps,
  { consumed, followedBy }: { readonly consumed: ConsumedToken; readonly followedBy: string },
): Promise<void> {
  const now = new Date(deps.now());
  await tx`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, relates_to, created_at, updated_at,
       followed_at, followed_by)
    values (${randomUUID()}, ${consumed.userId}, ${consumed.tokenType}, ${consumed.tokenHash},
            ${consumed.relatesTo}, ${consumed.issuedAt}::timestamptz at time zone 'utc',
            ${now}::timestamptz at time zone 'utc', ${now}, ${followedBy})
    on conflict (user_id, token_type) do nothing`;
}

/**
 * Finds a link that the same browser followed within a minute; null for other browsers and
 * expired links.
 */
export async function findFollowedLink(
  tx: TransactionSql,
  { now }: StoreDeps,
  link: {
    readonly hash: string;
    readonly tokenTypes: readonly TokenType[];
    /** Hash of the secret in the cookie. */
    readonly known: string | null;
  },
): Promise<FollowedToken | null> {
  const oldest = new Date(now() - CODE_LIFETIME_S * 1_000);
  const freshest = new Date(now() - FOLLOWED_AGAIN_S * 1_000);
  const [own] = await tx<FollowedToken[]>`
    select user_id as "userId", token_type as "tokenType"
    from auth.one_time_tokens
    where token_hash = ${link.hash} and token_type::text in ${tx(link.tokenTypes)}
      and created_at at time zone 'utc' > ${oldest}
      and followed_by = ${link.known} and followed_at > ${freshest}`;
  return own ?? null;
}
