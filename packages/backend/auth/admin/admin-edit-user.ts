import { randomUUID } from "node:crypto";
import type { Context, Handler } from "hono";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import { findUserInPath } from "./admin-users.ts";
import { recordAudit } from "#backend/auth/store/audit-log.ts";
import {
  AuthError,
  emailExists,
  phoneExists,
  validationFailed,
} from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { requireServiceRole } from "#backend/auth/endpoints/authenticate.ts";
import { parseBanEnd } from "./ban-duration.ts";
import { parseEmailAddress, parsePhoneNumber } from "#backend/auth/protocol/email-and-phone.ts";
import { isSupportedHash } from "#backend/auth/passwords/hash-password.ts";
import { assertMetadataFits, mergeMetadata } from "#backend/auth/store/metadata.ts";
import { clearTokens } from "#backend/auth/store/one-time-tokens.ts";
import { assertPasswordAllowed } from "#backend/auth/passwords/password-rules.ts";
import {
  optionalObject,
  optionalText,
  readBody,
  isUuid,
} from "#backend/auth/protocol/read-body.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { endSessions } from "#backend/auth/store/session-store.ts";
import { presentUser } from "#backend/auth/store/user-json.ts";
import {
  AUDIENCE,
  changeEmail,
  changePhone,
  confirmEmail,
  confirmPhone,
  findUserByEmail,
  findUserByPhone,
  findUserById,
  insertUser,
  isEmailTaken,
  isPhoneTaken,
  lockUser,
  type UserRow,
} from "#backend/auth/store/user-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

const flag = v.nullish(v.boolean(), false);

const adminUserBody = v.object({
  id: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  ban_duration: optionalText,
});
type AdminUserBody = v.InferOutput<typeof adminUserBody>;

/** POST /admin/users */
export function createUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const body = await readAdminBody(c);
    if (body.email === "" && body.phone === "") {
      throw validationFailed("Cannot create a user without either an email or phone");
    }
    const email = body.email === "" ? null : parseEmailAddress(body.email);
    const phone = body.phone === "" ? null : parsePhoneNumber(body.phone);
    if (body.id !== "" && !isUuid(body.id))
      throw validationFailed("ID must conform to the uuid v4 format");
    await assertFree(deps, { email, phone });
    const userMetadata = body.user_metadata ?? {};
    const appMetadata = body.app_metadata ?? {};
    assertMetadataFits({ userMetadata, appMetadata });
    const passwordHash = await toHash(deps, body, {
      email: email ?? "",
      userMetadata,
      appMetadata,
    });
    const bannedUntil =
      body.ban_duration === "" ? null : parseBanEnd(body.ban_duration, deps.now());
    const id = body.id === "" ? randomUUID() : body.id.toLowerCase();
    const user = await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      const account = {
        id,
        email,
        phone,
        passwordHash: passwordHash ?? "",
        userMetadata,
        appMetadata,
        isConfirmed: body.email_confirm,
        isPhoneConfirmed: phone !== null && body.phone_confirm,
        bannedUntil,
      };
      const inserted = await insertNew(tx, account, now);
      const origin = originOf(c);
      await recordAudit(tx, { action: "user_signedup", userId: inserted.id, origin, now });
      return inserted;
    });
    return c.json(await presentUser(deps.sql, user));
  };
}

async function assertFree(
  { sql }: AuthDeps,
  wanted: { readonly email: string | null; readonly phone: string | null },
): Promise<void> {
  const { email, phone } = wanted;
  if (email !== null && (await findUserByEmail(sql, email)) !== null) throw emailExists();
  if (phone !== null && (await findUserByPhone(sql, phone)) !== null) throw phoneExists();
}

/** PUT /admin/users/{id} */
export function editUser(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    requireServiceRole(c);
    const user = await findUserInPath(c, deps);
    const body = await readAdminBody(c);
    const email = body.email === "" ? null : parseEmailAddress(body.email);
    const phone = body.phone === "" ? null : parsePhoneNumber(body.phone);
    const userMetadata = mergeMetadata(user.raw_user_meta_data, body.user_metadata ?? {});
    const appMetadata = mergeMetadata(user.raw_app_meta_data, body.app_metadata ?? {});
    assertMetadataFits({ userMetadata, appMetadata });
    const passwordHash = await toHash(deps, body, {
      email: email ?? user.email ?? "",
      userMetadata,
      appMetadata,
    });
    await deps.sql.begin(async (tx) => {
      const now = new Date(deps.now());
      const locked = (await lockUser(tx, user.id)) ?? user;
      await applyEdit(tx, { user: locked, body, email, phone, passwordHash, now });
      const origin = originOf(c);
      await recordAudit(tx, { action: "user_modified", userId: user.id, origin, now });
    });
    return c.json(await presentUser(deps.sql, (await findUserById(deps.sql, user.id)) ?? user));
  };
}

async function readAdminBody(c: Context<BackendEnv>): Promise<AdminUserBody> {
  const body = await readBody(c, adminUserBody);
  // Only this role works: a token with another role has no rights in any service.
  if (body.role !== "" && body.role !== AUDIENCE) {
    throw validationFailed(`role must be ${JSON.stringify(AUDIENCE)}`);
  }
  return body;
}

/**
 * Returns the hash to store, null when the password stays. Administrators follow the password
 * rules too.
 */
async function toHash(
  { hasher, settings }: AuthDeps,
  body: AdminUserBody,
  account: {
    readonly email: string;
    readonly userMetadata: JsonObject;
    readonly appMetadata: JsonObject;
  },
): Promise<string | null> {
  if (body.password !== "" && body.password_hash !== "") {
    throw validationFailed("Only a password or a password hash should be provided");
  }
  if (body.password_hash !== "") {
    if (!isSupportedHash(body.password_hash)) throw validationFailed("Invalid password hash");
    return body.password_hash;
  }
  if (body.password === "") return null;
  const { email, userMetadata, appMetadata } = account;
  const context = { email, data: userMetadata, appMetadata };
  assertPasswordAllowed(settings, body.password, context);
  return hasher.hash(body.password);
}

async function insertNew(
  tx: TransactionSql,
  account: Parameters<typeof insertUser>[1],
  now: Date,
): Promise<UserRow> {
  const { id, email } = account;
  const user = await insertUser(tx, account, now);
  if (user !== null) return user;
  if (id !== undefined && (await findUserById(tx, id)) !== null) {
    throw new AuthError(422, "conflict", "A user with this ID already exists");
  }
  throw email !== null && (await findUserByEmail(tx, email)) !== null
    ? emailExists()
    : phoneExists();
}

async function applyEdit(
  tx: TransactionSql,
  edit: {
    readonly user: UserRow;
    readonly body: AdminUserBody;
    readonly email: string | null;
    readonly phone: string | null;
    readonly passwordHash: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { user, body, email, phone, passwordHash, now } = edit;
  const userMetadata = mergeMetadata(user.raw_user_meta_data, body.user_metadata ?? {});
  const appMetadata = mergeMetadata(user.raw_app_meta_data, body.app_metadata ?? {});
  await tx`
    update auth.users set
      raw_user_meta_data = ${tx.json(userMetadata)},
      raw_app_meta_data = ${tx.json(appMetadata)},
      updated_at = ${now}
    where id = ${user.id}`;
  if (email !== null && email !== user.email) await moveEmail(tx, { userId: user.id, email }, now);
  if (phone !== null && phone !== user.phone) await movePhone(tx, { userId: user.id, phone }, now);
  if (body.phone_confirm) await confirmPhone(tx, user.id, now);
  if (body.email_confirm) await confirmEmail(tx, user.id, now);
  if (passwordHash !== null) {
    await tx`update auth.users set encrypted_password = ${passwordHash} where id = ${user.id}`;
    await clearTokens(tx, user.id);
    await endSessions(tx, user.id);
  }
  if (body.ban_duration !== "") {
    const bannedUntil = parseBanEnd(body.ban_duration, now.getTime());
    await tx`update auth.users set banned_until = ${bannedUntil} where id = ${user.id}`;
  }
}

async function moveEmail(
  tx: TransactionSql,
  change: { readonly userId: string; readonly email: string },
  now: Date,
): Promise<void> {
  try {
    await changeEmail(tx, change, now);
  } catch (error) {
    throw isEmailTaken(error) ? emailExists() : error;
  }
}

async function movePhone(
  tx: TransactionSql,
  change: { readonly userId: string; readonly phone: string },
  now: Date,
): Promise<void> {
  try {
    await changePhone(tx, change, now);
  } catch (error) {
    throw isPhoneTaken(error) ? phoneExists() : error;
  }
}
