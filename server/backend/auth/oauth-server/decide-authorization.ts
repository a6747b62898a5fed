import { randomBytes, randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { authenticate } from "#server/backend/auth/endpoints/authenticate.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#server/backend/auth/protocol/read-body.ts";
import type { UserRow } from "#server/backend/auth/store/user-store.ts";
import { hashCode } from "#server/backend/auth/store/flow-state.ts";
import { findClient, presentClient } from "./client-store.ts";

const CODE_BYTES = 32;
const CODE_LIFETIME_MS = 300_000;

type AuthorizationRow = {
  readonly id: string;
  readonly authorizationId: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly status: string;
};

/** GET /oauth/authorizations/{id}: who asks for what; or the way back for who has agreed before. */
export function showAuthorization(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    const answer = await parts.sql.begin(async (tx) => {
      const asked = await claim(c, tx, parts, user);
      if (await hasAgreed(tx, user.id, asked))
        return { redirect_url: await agree(tx, parts, asked) };
      const client = await findClient(tx, asked.clientId);
      if (client === null) throw notFound();
      return {
        authorization_id: asked.authorizationId,
        redirect_uri: asked.redirectUri,
        client: presentClient(client),
        user: { id: user.id, email: user.email ?? "" },
        scope: asked.scope,
      };
    });
    return c.json(answer);
  };
}

const consentBody = z.object({ action: optionalText });

/** POST /oauth/authorizations/{id}/consent: yes or no. @returns where the browser goes. */
export function decideAuthorization(parts: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    const { user } = await authenticate(c, parts);
    const { action } = await readBody(c, consentBody);
    if (action !== "approve" && action !== "deny") {
      throw validationFailed("action must be 'approve' or 'deny'");
    }
    const address = await parts.sql.begin(async (tx) => {
      const asked = await claim(c, tx, parts, user);
      if (action === "approve") {
        await remember(tx, parts, user.id, asked);
        return agree(tx, parts, asked);
      }
      await tx`update auth.oauth_authorizations set status = 'denied' where id = ${asked.id}`;
      return wayBack(parts, asked, {
        error: "access_denied",
        error_description: "User denied the request",
      });
    });
    return c.json({ redirect_url: address });
  };
}

/** The request, which from now on only this person may decide. */
async function claim(
  c: Context<BackendEnv>,
  tx: TransactionSql,
  parts: AuthDeps,
  user: UserRow,
): Promise<AuthorizationRow> {
  const [asked] = await tx<AuthorizationRow[]>`
    select id, authorization_id as "authorizationId", client_id as "clientId",
      user_id as "userId", redirect_uri as "redirectUri", scope, state, status
    from auth.oauth_authorizations
    where authorization_id = ${c.req.param("authorization") ?? ""}
      and expires_at > ${new Date(parts.now())}
    for update`;
  if (asked === undefined) throw notFound();
  if (asked.status !== "pending") {
    throw validationFailed("authorization request cannot be processed");
  }
  if (asked.userId !== null && asked.userId !== user.id) throw notFound();
  await tx`update auth.oauth_authorizations set user_id = ${user.id} where id = ${asked.id}`;
  return asked;
}

async function hasAgreed(
  tx: TransactionSql,
  userId: string,
  asked: AuthorizationRow,
): Promise<boolean> {
  const [consent] = await tx<{ scopes: string }[]>`
    select scopes from auth.oauth_consents
    where user_id = ${userId} and client_id = ${asked.clientId} and revoked_at is null`;
  const granted = consent?.scopes.split(" ") ?? [];
  return consent !== undefined && asked.scope.split(" ").every((name) => granted.includes(name));
}

async function remember(
  tx: TransactionSql,
  parts: AuthDeps,
  userId: string,
  asked: AuthorizationRow,
): Promise<void> {
  const now = new Date(parts.now());
  await tx`
    insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
    values (${randomUUID()}, ${userId}, ${asked.clientId}, ${asked.scope}, ${now})
    on conflict on constraint oauth_consents_user_client_unique
    do update set scopes = ${asked.scope}, granted_at = ${now}, revoked_at = null`;
}

/** Makes the code for the application. @returns where the browser takes it. */
async function agree(
  tx: TransactionSql,
  parts: AuthDeps,
  asked: AuthorizationRow,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  await tx`
    update auth.oauth_authorizations set
      status = 'approved', authorization_code = ${hashCode(code)},
      approved_at = ${new Date(parts.now())}, expires_at = ${new Date(parts.now() + CODE_LIFETIME_MS)}
    where id = ${asked.id}`;
  return wayBack(parts, asked, { code });
}

function wayBack(
  { settings }: AuthDeps,
  { redirectUri, state }: AuthorizationRow,
  values: Readonly<Record<string, string>>,
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  if (state !== null) address.searchParams.set("state", state);
  address.searchParams.set("iss", `${settings.siteUrl}/auth/v1`);
  return address.href;
}

function notFound(): AuthError {
  return new AuthError(404, "oauth_authorization_not_found", "authorization not found");
}
