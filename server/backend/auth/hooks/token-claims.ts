import type { ISql } from "postgres";
import { z } from "zod";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import { jsonObject, type JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { HookCaller } from "./hook-caller.ts";

/** What a token must still say after a hook has changed it; without these nobody could check it. */
const claimsSchema = z.looseObject({
  iss: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(["anon", "authenticated"]),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
});

/**
 * The claims of an access token, as the operator's hook wants them.
 *
 * @throws AuthError 500 hook_payload_invalid when something is missing then.
 */
export async function customClaims(
  hooks: HookCaller,
  sql: ISql,
  token: {
    readonly userId: string;
    readonly claims: JsonObject;
    readonly method: string;
  },
): Promise<JsonObject> {
  const { userId, claims, method } = token;
  const payload = { user_id: userId, claims, authentication_method: method };
  const answer = await hooks.call("custom_access_token", payload, sql);
  if (answer === null) return claims;
  const changed = jsonObject.safeParse(answer["claims"]);
  const isWhole = changed.success && claimsSchema.safeParse(changed.data).success;
  const isSamePerson =
    changed.success &&
    (["sub", "session_id", "aud", "iss"] as const).every(
      (name) => JSON.stringify(changed.data[name]) === JSON.stringify(claims[name]),
    );
  if (changed.success && isWhole && isSamePerson) return changed.data;
  const message = "output claims do not conform to the expected schema";
  throw new AuthError(500, "hook_payload_invalid", message);
}
