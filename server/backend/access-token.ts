import {
  compactVerify,
  errors,
  importJWK,
  type CompactJWSHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import { z } from "zod";
import { type BoundedMap, createBoundedMap } from "#server/kit/bounded-map.ts";
import type { BackendDeps, BackendKeys } from "./context.ts";
import type { Claims } from "#server/database/caller.ts";

/** Why a token is refused; each part words it as its clients expect. */
export type AccessTokenFailure =
  | "malformed"
  | "wrong_algorithm"
  | "unknown_key"
  | "bad_signature"
  | "expired"
  | "not_yet_valid"
  | "bad_claims";

/** Claims of a token that passed: its times, and of one of our own its issuer and audience. */
export type AccessTokenClaims = Claims & { readonly exp: number };

export type AccessTokenResult =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: Exclude<AccessTokenFailure, "bad_claims"> }
  | {
      readonly ok: false;
      readonly reason: "bad_claims";
      /** Names of the claims that are missing or wrong. */
      readonly claims: readonly string[];
    };

type VerifierDeps = {
  readonly keys: Pick<BackendKeys, "publicJwks" | "sharedSecret">;
  readonly settings: Pick<BackendDeps["settings"], "siteUrl">;
  readonly now: () => number;
};

/** Clocks of two servers may differ by this much. */
const LEEWAY_S = 30;
const TOKEN_LIMIT_BYTES = 8 * 1024;
const AUDIENCE = "authenticated";

/** Signatures checked lately: a browser sends the same token some hundred times. */
const CACHE_ENTRIES = 2_000;

const claimsSchema = z
  .looseObject({
    role: z.enum(["anon", "authenticated", "service_role"]),
    iss: z.string(),
    aud: z.union([z.string(), z.array(z.string())]),
    exp: z.number(),
    iat: z.number().exactOptional(),
    nbf: z.number().exactOptional(),
    // Not z.uuid(): PostgreSQL takes versions that RFC 9562 does not know.
    sub: z.guid().exactOptional(),
    session_id: z.guid().exactOptional(),
  })
  // Without a session nobody could sign such a user out.
  .refine(({ role, sub }) => role !== "authenticated" || sub !== undefined, { path: ["sub"] })
  .refine(({ role, session_id }) => role !== "authenticated" || session_id !== undefined, {
    path: ["session_id"],
  });

/** A token of a project that was moved here: its issuer is another one, and its people have no session here. */
const sharedClaimsSchema = z
  .looseObject({
    role: z.enum(["anon", "authenticated", "service_role"]),
    iss: z.string().exactOptional(),
    aud: z.union([z.string(), z.array(z.string())]).exactOptional(),
    exp: z.number(),
    iat: z.number().exactOptional(),
    nbf: z.number().exactOptional(),
    sub: z.guid().exactOptional(),
    session_id: z.guid().exactOptional(),
  })
  .refine(({ role, sub }) => role !== "authenticated" || sub !== undefined, { path: ["sub"] });
type TokenClaims = z.infer<typeof claimsSchema> | z.infer<typeof sharedClaimsSchema>;

type Algorithm = "ES256" | "HS256";

type Verified = { readonly claims: TokenClaims; readonly algorithm: Algorithm };
type Verifier = {
  readonly keyOf: ReadonlyMap<string, ReturnType<typeof importJWK>>;
  readonly sharedSecret: Uint8Array | null;
  readonly verified: BoundedMap<string, Verified>;
};
const verifiers = new WeakMap<VerifierDeps["keys"], Verifier>();

/**
 * Checks an access token by the rules of R-12: ES256, a key of ours named by `kid` (`jku`, `jwk`
 * and the like are never looked at), exact issuer and audience, an expiry, a role of the allow-list. With
 * the secret of a project that was moved here HS256 too, whoever issued it.
 * Whether its session still lives is another question (auth/session-liveness.ts).
 */
export async function verifyAccessToken(
  token: string,
  deps: VerifierDeps,
): Promise<AccessTokenResult> {
  if (token.length > TOKEN_LIMIT_BYTES) return { ok: false, reason: "malformed" };
  const verifier = verifierOf(deps.keys);
  const known = verifier.verified.get(token);
  if (known !== undefined) return checkClaims(known, deps);

  const payload = await verifySignature(token, verifier);
  if (typeof payload === "string") return { ok: false, reason: payload };
  const { bytes, algorithm } = payload;
  const schema = algorithm === "HS256" ? sharedClaimsSchema : claimsSchema;
  const parsed = schema.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => String(path[0] ?? ""));
    return badClaims([...new Set(names.filter((name) => name !== ""))]);
  }
  const verified = { claims: parsed.data, algorithm };
  const result = checkClaims(verified, deps);
  if (result.ok) verifier.verified.set(token, verified);
  return result;
}

async function verifySignature(
  token: string,
  { keyOf, sharedSecret }: Verifier,
): Promise<
  | Exclude<AccessTokenFailure, "bad_claims">
  | { readonly bytes: Uint8Array; readonly algorithm: Algorithm }
> {
  // Each algorithm has its own kind of key: a public key is never taken for a secret.
  const findKey = async ({ alg, kid }: CompactJWSHeaderParameters) => {
    if (alg === "HS256" && sharedSecret !== null) return sharedSecret;
    const key = kid === undefined ? undefined : keyOf.get(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const algorithms = sharedSecret === null ? ["ES256"] : ["ES256", "HS256"];
    const { payload, protectedHeader } = await compactVerify(token, findKey, { algorithms });
    return { bytes: payload, algorithm: protectedHeader.alg === "HS256" ? "HS256" : "ES256" };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return "bad_signature";
    if (error instanceof errors.JWKSNoMatchingKey) return "unknown_key";
    if (error instanceof errors.JOSEAlgNotAllowed) return "wrong_algorithm";
    return "malformed";
  }
}

function badClaims(claims: readonly string[]): AccessTokenResult {
  return { ok: false, reason: "bad_claims", claims };
}

function checkClaims({ claims, algorithm }: Verified, deps: VerifierDeps): AccessTokenResult {
  const nowS = deps.now() / 1_000;
  const { iss, aud, exp, iat, nbf } = claims;
  if (algorithm === "ES256") {
    if (iss !== issuerOf(deps.settings)) return badClaims(["iss"]);
    if (![aud].flat().includes(AUDIENCE)) return badClaims(["aud"]);
  }
  if (exp + LEEWAY_S <= nowS) return { ok: false, reason: "expired" };
  if (Math.max(iat ?? 0, nbf ?? 0) - LEEWAY_S > nowS) return { ok: false, reason: "not_yet_valid" };
  return { ok: true, claims };
}

function verifierOf(keys: VerifierDeps["keys"]): Verifier {
  const known = verifiers.get(keys);
  if (known !== undefined) return known;
  const verifier: Verifier = {
    keyOf: new Map(keys.publicJwks.map((jwk) => [jwk.kid, importJWK({ ...jwk }, "ES256")])),
    sharedSecret: keys.sharedSecret?.bytes ?? null,
    verified: createBoundedMap(CACHE_ENTRIES),
  };
  verifiers.set(keys, verifier);
  return verifier;
}

/** Who issues the sessions of this server. */
export function issuerOf({ siteUrl }: VerifierDeps["settings"]): string {
  return `${siteUrl}/auth/v1`;
}

/** Signs the claims of a session, with the key pair or as an operator wants it with the shared secret. */
export function signAccessToken(claims: JWTPayload, keys: BackendKeys): Promise<string> {
  const { sharedSecret, signingKey, signingKeyId: kid } = keys;
  const token = new SignJWT(claims);
  return sharedSecret?.signsSessions === true
    ? token.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(sharedSecret.bytes)
    : token.setProtectedHeader({ alg: "ES256", typ: "JWT", kid }).sign(signingKey);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
