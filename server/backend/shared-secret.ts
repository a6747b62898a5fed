import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ApiRole } from "#server/database/caller.ts";

/**
 * A secret that a Supabase project signed its tokens with (HS256) before it had key pairs. An operator who
 * moves such a project here gives it, and its keys and its people's sessions go on to work.
 */
export type SharedSecret = {
  readonly bytes: Uint8Array;
  /** New sessions are signed with it too; else with the key pair of this server. */
  readonly signsSessions: boolean;
};

/** Clocks of two servers may differ by this much. */
const LEEWAY_S = 30;

/** What such a key says: a role and perhaps until when, nothing about who made it. */
const keySchema = z.looseObject({
  role: z.enum(["anon", "service_role", "supabase_admin"]),
  exp: z.number().optional(),
  nbf: z.number().optional(),
});

/**
 * The role of a key that was signed with the shared secret.
 *
 * @returns null for everything else, an expired one and a person's session among them.
 */
export function roleOfSharedKey(
  token: string,
  secret: SharedSecret | null,
  nowMs: number,
): ApiRole | null {
  if (secret === null || !isSignedWith(token, secret)) return null;
  const claims = keySchema.safeParse(parsePart(token.split(".")[1] ?? "")).data;
  if (claims === undefined) return null;
  const nowS = nowMs / 1_000;
  if (claims.exp !== undefined && claims.exp + LEEWAY_S <= nowS) return null;
  if (claims.nbf !== undefined && claims.nbf - LEEWAY_S > nowS) return null;
  return claims.role === "anon" ? "anon" : "service_role";
}

const headerSchema = z.looseObject({ alg: z.literal("HS256"), crit: z.undefined().optional() });

/** True for a token of HS256 whose signature is right; whatever else its header says is not looked at. */
function isSignedWith(token: string, { bytes }: SharedSecret): boolean {
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !headerSchema.safeParse(parsePart(header)).success) return false;
  const expected = createHmac("sha256", bytes).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parsePart(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
