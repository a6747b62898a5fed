import type { ISql } from "postgres";
import { type FactorRow, listFactors, toFactorJson } from "./factor-store.ts";
import { type IdentityRow, listIdentities } from "./identity-store.ts";
import { AUDIENCE, type UserRow } from "./user-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** An account in the client library's format. */
export type UserJson = JsonObject;

/** Builds the JSON of an account with its identities and factors. */
export async function presentUser(sql: ISql, user: UserRow): Promise<UserJson> {
  const [identities, factors] = await Promise.all([
    listIdentities(sql, [user.id]),
    listFactors(sql, [user.id]),
  ]);
  return toUserJson(user, { identities, factors });
}

/** Builds many accounts with two queries. */
export async function presentUsers(sql: ISql, users: readonly UserRow[]): Promise<UserJson[]> {
  if (users.length === 0) return [];
  const ids = users.map((user) => user.id);
  const identities = Map.groupBy(await listIdentities(sql, ids), ({ user_id: id }) => id);
  const factors = Map.groupBy(await listFactors(sql, ids), ({ user_id: id }) => id);
  return users.map((user) =>
    toUserJson(user, {
      identities: identities.get(user.id) ?? [],
      factors: factors.get(user.id) ?? [],
    }),
  );
}

/** Omits unset dates and addresses instead of sending null: clients test for presence. */
function toUserJson(
  user: UserRow,
  rows: { readonly identities: readonly IdentityRow[]; readonly factors: readonly FactorRow[] },
): UserJson {
  const { identities, factors } = rows;
  return {
    id: user.id,
    aud: user.aud ?? AUDIENCE,
    role: user.role ?? AUDIENCE,
    email: user.email ?? "",
    phone: user.phone ?? "",
    ...datesOf(user),
    ...(user.email_change === "" ? {} : { new_email: user.email_change }),
    ...(user.phone_change === "" ? {} : { new_phone: user.phone_change }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities.map(toIdentityJson),
    ...(factors.length === 0 ? {} : { factors: factors.map(toFactorJson) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: user.is_anonymous,
  };
}

const OPTIONAL_DATES = [
  "email_confirmed_at",
  "phone_confirmed_at",
  "confirmed_at",
  "invited_at",
  "confirmation_sent_at",
  "recovery_sent_at",
  "email_change_sent_at",
  "phone_change_sent_at",
  "reauthentication_sent_at",
  "last_sign_in_at",
  "banned_until",
  "deleted_at",
] as const satisfies readonly (keyof UserRow)[];

function datesOf(user: UserRow): Record<string, string> {
  const dates: Record<string, string> = {};
  for (const name of OPTIONAL_DATES) {
    const date = user[name];
    if (date !== null && !Number.isNaN(date.getTime())) dates[name] = date.toISOString();
  }
  return dates;
}

function toIdentityJson(identity: IdentityRow): JsonObject {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at === null
      ? {}
      : { last_sign_in_at: identity.last_sign_in_at.toISOString() }),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    email: identity.email ?? "",
  };
}
