import { compactVerify, errors, importJWK, type CompactJWSHeaderParameters } from "jose";
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

/** Claims of a token that passed: times, issuer and audience are checked. */
export type AccessTokenClaims = Claims & { readonly exp: number; readonly iss: string };

export type AccessTokenResult =
  | { readonly ok: true; readonly claims: AccessTokenClaims }
  | { readonly ok: false; readonly reason: AccessTokenFailure };

type VerifierDeps = {
  readonly keys: Pick<BackendKeys, "publicJwks">;
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
    sub: z.uuid().exactOptional(),
    session_id: z.uuid().exactOptional(),
  })
  // Without a session nobody could sign such a user out.
  .refine(
    ({ role, sub, session_id }) =>
      role !== "authenticated" || (sub !== undefined && session_id !== undefined),
  );
type TokenClaims = z.infer<typeof claimsSchema>;

type Verifier = {
  readonly keyOf: ReadonlyMap<string, ReturnType<typeof importJWK>>;
  readonly verified: BoundedMap<string, TokenClaims>;
};
const verifiers = new WeakMap<VerifierDeps["keys"], Verifier>();

/**
 * Checks an access token by the rules of R-12: ES256 alone, a key of ours named by `kid` (`jku`, `jwk`
 * and the like are never looked at), exact issuer and audience, an expiry, a role of the allow-list.
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
  const parsed = claimsSchema.safeParse(parseJson(payload.bytes));
  if (!parsed.success) return { ok: false, reason: "bad_claims" };
  const result = checkClaims(parsed.data, deps);
  if (result.ok) verifier.verified.set(token, parsed.data);
  return result;
}

async function verifySignature(
  token: string,
  { keyOf }: Verifier,
): Promise<AccessTokenFailure | { readonly bytes: Uint8Array }> {
  const findKey = ({ kid }: CompactJWSHeaderParameters): ReturnType<typeof importJWK> => {
    const key = kid === undefined ? undefined : keyOf.get(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await compactVerify(token, findKey, { algorithms: ["ES256"] });
    return { bytes: payload };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return "bad_signature";
    if (error instanceof errors.JWKSNoMatchingKey) return "unknown_key";
    if (error instanceof errors.JOSEAlgNotAllowed) return "wrong_algorithm";
    return "malformed";
  }
}

function checkClaims(claims: TokenClaims, deps: VerifierDeps): AccessTokenResult {
  const nowS = deps.now() / 1_000;
  const { iss, aud, exp, iat, nbf } = claims;
  const isForUs = typeof aud === "string" ? aud === AUDIENCE : aud.includes(AUDIENCE);
  if (iss !== `${deps.settings.siteUrl}/auth/v1` || !isForUs) {
    return { ok: false, reason: "bad_claims" };
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
    verified: createBoundedMap(CACHE_ENTRIES),
  };
  verifiers.set(keys, verifier);
  return verifier;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
