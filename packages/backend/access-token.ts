import {
  compactVerify,
  errors,
  importJWK,
  type CompactJWSHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import * as v from "valibot";
import { type BoundedMap, createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import type { BackendDeps, BackendKeys } from "./context.ts";
import type { Claims } from "#backend/database/caller.ts";

/** Reasons to reject a token; each service maps them to its own messages. */
export type AccessTokenFailure =
  | "malformed"
  | "wrong_algorithm"
  | "unknown_key"
  | "bad_signature"
  | "expired"
  | "not_yet_valid"
  | "bad_claims";

/** Claims of an accepted token. */
export type AccessTokenClaims = Claims & { readonly exp: number };

export type AccessTokenResult =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: Exclude<AccessTokenFailure, "bad_claims"> }
  | {
      readonly ok: false;
      readonly reason: "bad_claims";
      /** Names of missing or invalid claims. */
      readonly claims: readonly string[];
    };

type VerifierDeps = {
  readonly keys: Pick<BackendKeys, "publicJwks" | "sharedSecret">;
  readonly settings: Pick<BackendDeps["settings"], "siteUrl">;
  readonly now: () => number;
};

/** Allowed clock difference between servers. */
const LEEWAY_S = 30;
const TOKEN_LIMIT_BYTES = 8 * 1024;
const AUDIENCE = "authenticated";

/** Cache of verified signatures: a browser sends the same token a hundred times or more. */
const CACHE_ENTRIES = 2_000;

/** v.uuid accepts every version, as PostgreSQL does. */
const uuid = v.pipe(v.string(), v.uuid());

const COMMON_CLAIMS = {
  role: v.picklist(["anon", "authenticated", "service_role"]),
  exp: v.number(),
  iat: v.exactOptional(v.number()),
  nbf: v.exactOptional(v.number()),
  sub: v.exactOptional(uuid),
  session_id: v.exactOptional(uuid),
};
const audience = v.union([v.string(), v.array(v.string())]);

const claimsSchema = v.pipe(
  v.looseObject({ ...COMMON_CLAIMS, iss: v.string(), aud: audience }),
  // A user without a session could not be signed out.
  v.forward(
    v.check(({ role, sub }) => role !== "authenticated" || sub !== undefined),
    ["sub"],
  ),
  v.forward(
    v.check(({ role, session_id }) => role !== "authenticated" || session_id !== undefined),
    ["session_id"],
  ),
);

/** Claims of a token from an imported project: another issuer, and no session in this database. */
const sharedClaimsSchema = v.pipe(
  v.looseObject({
    ...COMMON_CLAIMS,
    iss: v.exactOptional(v.string()),
    aud: v.exactOptional(audience),
  }),
  v.forward(
    v.check(({ role, sub }) => role !== "authenticated" || sub !== undefined),
    ["sub"],
  ),
);
type TokenClaims = v.InferOutput<typeof claimsSchema> | v.InferOutput<typeof sharedClaimsSchema>;

type Algorithm = "ES256" | "HS256";

type Verified = { readonly claims: TokenClaims; readonly algorithm: Algorithm };
type Verifier = {
  readonly keyOf: ReadonlyMap<string, ReturnType<typeof importJWK>>;
  readonly sharedSecret: Uint8Array | null;
  readonly verified: BoundedMap<string, Verified>;
};
const verifiers = new WeakMap<VerifierDeps["keys"], Verifier>();

/**
 * Checks an access token by the rules of R-12: ES256, a known key named by `kid` (`jku`, `jwk`
 * and similar headers are ignored), exact issuer and audience, an expiry, an allowed role. With
 * the shared secret of an imported project also HS256, from any issuer. Does not check the
 * session: see auth/store/session-liveness.ts.
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
  const parsed = v.safeParse(schema, parseBytes(bytes));
  if (!parsed.success) {
    const names = parsed.issues.map((issue) => v.getDotPath(issue)?.split(".")[0] ?? "");
    return badClaims([...new Set(names.filter((name) => name !== ""))]);
  }
  const verified = { claims: parsed.output, algorithm };
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
  // The algorithm selects the kind of key, so a public key is never used as a secret.
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

/** Returns the issuer of this server's sessions. */
export function issuerOf({ siteUrl }: VerifierDeps["settings"]): string {
  return `${siteUrl}/auth/v1`;
}

/**
 * Signs a session's claims with the key pair, or with the shared secret if the operator chose it.
 */
export function signAccessToken(claims: JWTPayload, keys: BackendKeys): Promise<string> {
  const { sharedSecret, signingKey, signingKeyId: kid } = keys;
  const token = new SignJWT(claims);
  return sharedSecret?.signsSessions === true
    ? token.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(sharedSecret.bytes)
    : token.setProtectedHeader({ alg: "ES256", typ: "JWT", kid }).sign(signingKey);
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
