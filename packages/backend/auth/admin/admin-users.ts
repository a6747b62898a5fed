import type { Context, Handler } from "hono";
import type { BackendEnv } from "#backend/context.ts";
import { validationFailed, AuthError } from "#backend/auth/protocol/auth-error.ts";
import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import type { AuthDeps, StoreDeps } from "#backend/auth/auth-deps.ts";
import { requireServiceRole } from "#backend/auth/endpoints/authenticate.ts";
import { clearTokens } from "#backend/auth/store/one-time-tokens.ts";
import { readBody, optionalText, isUuid } from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { endSessions } from "#backend/auth/store/session-store.ts";
import { presentUser, presentUsers } from "#backend/auth/store/user-json.ts";
import { AUDIENCE, findUserById, type UserRow } from "#backend/auth/store/user-store.ts";
import { findUsersFactor } from "#backend/auth/factors/find-factor.ts";
import { deleteFactor, listFactors, toFactorJson } from "#backend/auth/store/factor-store.ts";
import { downgradeSessions } from "#backend/auth/store/session-assurance.ts";

const PER_PAGE_DEFAULT = 50;
const PER_PAGE_MAX = 1_000;
const PAGE_MAX = 1_000_000;

/** Pages count from 1. */
type Page = { readonly page: number; readonly perPage: number };

/** @throws AuthError 400 validation_failed. */
function readPage(c: Context<BackendEnv>): Page {
  return {
    page: readPositive(c.req.query("page"), 1, PAGE_MAX),
    perPage: readPositive(c.req.query("per_page"), PER_PAGE_DEFAULT, PER_PAGE_MAX),
  };
}

/** Sets X-Total-Count and the Link header with the next and last pages. */
function setPageHeaders(
  c: Context<BackendEnv>,
  { settings }: Pick<StoreDeps, "settings">,
  list: Page & { readonly path: string; readonly total: number },
): void {
  const { page, perPage, path, total } = list;
  const lastPage = Math.ceil(total / perPage);
  // `page` comes first: the client reads one digit after the first "=".
  const link = (target: number, rel: string): string =>
    `<${settings.siteUrl}/auth/v1${path}?page=${target}&per_page=${perPage}>; rel="${rel}"`;
  const last = link(lastPage, "last");
  c.header("X-Total-Count", String(total));
  c.header("Link", page < lastPage ? `${link(page + 1, "next")}, ${last}` : last);
}

function readPositive(text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === "") return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw validationFailed(`Bad Pagination Parameters: ${JSON.stringify(text)}`);
  return Math.min(value, max);
}

/** GET /admin/users?page&per_page: newest first, with X-Total-Count and Link. */
export function listUsers(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const { page, perPage } = readPage(c);
    const rows = await deps.sql<UserRow[]>`
      select * from auth.users order by created_at desc, id
      limit ${perPage} offset ${(page - 1) * perPage}`;
    const [counted] = await deps.sql<{ total: number }[]>`
      select count(*)::int as total from auth.users`;
    const total = counted?.total ?? 0;
    setPageHeaders(c, deps, { page, perPage, path: "/admin/users", total });
    return c.json({ users: await presentUsers(deps.sql, rows), aud: AUDIENCE });
  };
}

/** GET /admin/users/{id} */
export function showUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    return c.json(await presentUser(deps.sql, await findUserInPath(c, deps)));
  };
}

const deleteBody = v.object({ should_soft_delete: v.nullish(v.boolean()) });

/**
 * DELETE /admin/users/{id}: deletes the row with everything that references it, or only the
 * personal data.
 */
export function deleteUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const hasBody = c.req.header("content-type") !== undefined;
    const body = hasBody ? await readBody(c, deleteBody) : { should_soft_delete: false };
    const now = new Date(deps.now());
    await deps.sql.begin(async (tx) => {
      await recordAudit(tx, { action: "user_deleted", userId: user.id, origin: originOf(c), now });
      if (body.should_soft_delete === true) await anonymise(tx, user, now);
      else await tx`delete from auth.users where id = ${user.id}`;
    });
    return c.json({});
  };
}

/**
 * Reads the account in the path.
 *
 * @throws AuthError 404 validation_failed "user_id must be an UUID", 404 user_not_found.
 */
export async function findUserInPath(c: Context<BackendEnv>, { sql }: AuthDeps): Promise<UserRow> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUserById(sql, id);
  if (user === null) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}

/** Keeps the id for rows that reference it and removes all personal data. */
async function anonymise(tx: TransactionSql, user: UserRow, now: Date): Promise<void> {
  if (user.deleted_at !== null) return;
  const obscure = createHash("sha256").update(`${user.id}${user.email}`).digest("base64url");
  await tx`
    update auth.users set
      email = ${obscure}, phone = null, encrypted_password = '', email_change = '',
      phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
      deleted_at = ${now}, updated_at = ${now}
    where id = ${user.id}`;
  await tx`
    update auth.identities set
      provider_id = encode(sha256((id::text || provider_id)::bytea), 'hex'),
      identity_data = '{}', updated_at = ${now}
    where user_id = ${user.id}`;
  await tx`delete from auth.mfa_factors where user_id = ${user.id}`;
  await clearTokens(tx, user.id);
  await endSessions(tx, user.id);
}

/** GET /admin/users/{id}/factors */
export function listUsersFactors(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    return c.json((await listFactors(deps.sql, [user.id])).map(toFactorJson));
  };
}

const editBody = v.object({ friendly_name: optionalText });

/** PUT /admin/users/{id}/factors/{factor}: renames it. */
export function editUsersFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const factor = await findUsersFactor(c, deps, user.id);
    const { friendly_name: name } = await readBody(c, editBody);
    const now = new Date(deps.now());
    if (name !== "") {
      await deps.sql.begin(async (tx) => {
        await tx`
          update auth.mfa_factors set friendly_name = ${name}, updated_at = ${now}
          where id = ${factor.id}`;
        const origin = originOf(c);
        await recordAudit(tx, { action: "factor_updated", userId: user.id, origin, now });
      });
    }
    return c.json(toFactorJson(await findUsersFactor(c, deps, user.id)));
  };
}

/** DELETE /admin/users/{id}/factors/{factor}: for a user who has lost the device. */
export function deleteUsersFactor(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const factor = await findUsersFactor(c, deps, user.id);
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      await downgradeSessions(tx, factor.id);
      await deleteFactor(tx, factor.id);
      const origin = originOf(c);
      await recordAudit(tx, { action: "factor_deleted", userId: user.id, origin, now });
    });
    return c.json(toFactorJson(factor));
  };
}
