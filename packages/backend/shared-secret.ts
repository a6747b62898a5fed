import { createHmac, timingSafeEqual } from "node:crypto";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import * as v from "valibot";
import type { ApiRole } from "#backend/database/caller.ts";

/**
 * The HS256 secret of a Supabase project from before it had key pairs. With it, API keys and
 * sessions of an imported project stay valid.
 */
export type SharedSecret = {
  readonly bytes: Uint8Array;
  /** True: new sessions are signed with it. False: with this server's key pair. */
  readonly signsSessions: boolean;
};

/** Allowed clock difference between servers. */
const LEEWAY_S = 30;

/** Such a key names a role and maybe its validity, but no issuer. */
const keySchema = v.looseObject({
  role: v.picklist(["anon", "service_role", "supabase_admin"]),
  exp: v.optional(v.number()),
  nbf: v.optional(v.number()),
});

/**
 * Returns the role of an API key signed with the shared secret.
 *
 * @returns null for other tokens, including expired keys and sessions.
 */
export function roleOfSharedKey(
  token: string,
  secret: SharedSecret | null,
  nowMs: number,
): ApiRole | null {
  if (secret === null || !isSignedWith(token, secret)) return null;
  const payload = v.safeParse(keySchema, parsePart(token.split(".")[1] ?? ""));
  if (!payload.success) return null;
  const claims = payload.output;
  const nowS = nowMs / 1_000;
  if (claims.exp !== undefined && claims.exp + LEEWAY_S <= nowS) return null;
  if (claims.nbf !== undefined && claims.nbf - LEEWAY_S > nowS) return null;
  return claims.role === "anon" ? "anon" : "service_role";
}

const headerSchema = v.looseObject({ alg: v.literal("HS256"), crit: v.optional(v.undefined()) });

/** True for an HS256 token with a valid signature. Ignores the other header fields. */
function isSignedWith(token: string, { bytes }: SharedSecret): boolean {
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !v.is(headerSchema, parsePart(header))) return false;
  const expected = createHmac("sha256", bytes).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parsePart(text: string): unknown {
  return parseJson(Buffer.from(text, "base64url").toString("utf8"));
}
