import { createHash } from "node:crypto";
import type { Context } from "hono";
import * as v from "valibot";
import type { BackendEnv } from "#backend/context.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { AuthError, OAuthFormError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import { optionalText, readBody } from "#backend/auth/protocol/read-body.ts";
import { isAllowedTarget, isLoopbackHost } from "#backend/auth/protocol/redirects.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { signInExternalUser } from "#backend/auth/store/external-account.ts";
import type { ExternalIdentity } from "#backend/auth/store/identity-store.ts";
import { openSession, type SessionJson } from "#backend/auth/store/session-store.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import {
  parseSignInMessage,
  type SignInMessage,
  isSignedByEthereum,
  isSignedBySolana,
} from "./sign-in-message.ts";

const MESSAGE_MIN_CHARACTERS = 64;
const MESSAGE_MAX_CHARACTERS = 20 * 1_024;
const ETHEREUM_SIGNATURE_CHARACTERS = 130;
/** A message is valid this long before and after its time of issue. */
const VALIDITY_MS = 10 * MINUTE_MS;

const walletBody = v.object({
  chain: optionalText,
  message: optionalText,
  signature: optionalText,
});

type Chain = "ethereum" | "solana";
const LABELS = { ethereum: "Ethereum", solana: "Solana" } as const;

/** grant_type=web3: exchanges a message signed by a wallet for a session. */
export async function signInWithWallet(
  c: Context<BackendEnv>,
  deps: AuthDeps,
): Promise<SessionJson> {
  if (!deps.settings.web3) {
    throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
  }
  const body = await readBody(c, walletBody);
  const { chain, message, signature } = body;
  if (chain !== "ethereum" && chain !== "solana") {
    throw new AuthError(400, "web3_unsupported_chain", "Unsupported chain");
  }
  if (message.length < MESSAGE_MIN_CHARACTERS) throw validationFailed("message is too short");
  if (message.length > MESSAGE_MAX_CHARACTERS) {
    throw validationFailed("message must not exceed 20KB");
  }
  const signed = readSigned(chain, message, signature);
  assertForThisSite(deps, chain, signed);
  assertNotExpired(chain, signed, deps.now());
  await assertFirstUse(deps, message);
  const origin = originOf(c);
  return deps.sql.begin(async (tx) => {
    const user = await signInExternalUser(tx, deps, {
      identity: toIdentity(chain, signed),
      origin,
    });
    return openSession(tx, deps, { userId: user.id, method: "web3", origin, provider: "web3" });
  });
}

/**
 * @throws AuthError 400 validation_failed for a malformed message; OAuthFormError for a wrong
 * signature.
 */
function readSigned(chain: Chain, text: string, signature: string): SignInMessage {
  const isRightForm =
    chain === "ethereum"
      ? new RegExp(`^(0x)?[0-9a-fA-F]{${ETHEREUM_SIGNATURE_CHARACTERS}}$`).test(signature)
      : /^[\w+/-]{86}(==)?$/.test(signature);
  if (!isRightForm) {
    throw validationFailed(
      chain === "ethereum"
        ? "signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string"
        : "signature must be 64 bytes encoded as base64 with or without padding",
    );
  }
  const message = parseSignInMessage(text, LABELS[chain]);
  if (typeof message === "string") throw validationFailed(message);
  const isSigned =
    chain === "ethereum"
      ? isSignedByEthereum(text, signature, message.address)
      : isSignedBySolana(text, Buffer.from(signature, "base64url"), message.address);
  if (!isSigned) {
    throw new OAuthFormError("invalid_grant", "Signature does not match address in message");
  }
  return message;
}

/** A message signed for another site must not sign in here. */
function assertForThisSite({ settings }: AuthDeps, chain: Chain, message: SignInMessage): void {
  const { uri, domain } = message;
  const what = `Signed ${LABELS[chain]} message is using`;
  if (uri.protocol !== "https:" && !isLoopbackHost(uri.hostname)) {
    throw new OAuthFormError("invalid_grant", `${what} URI which does not use HTTPS`);
  }
  if (!isAllowedTarget(uri.href, settings)) {
    const rest = "URI which is not allowed on this server, message was signed for another app";
    throw new OAuthFormError("invalid_grant", `${what} ${rest}`);
  }
  if (uri.host !== domain && uri.hostname !== "localhost") {
    const rest = "a Domain that does not match the one in URI which is not allowed on this server";
    throw new OAuthFormError("invalid_grant", `${what} ${rest}`);
  }
}

function assertNotExpired(chain: Chain, message: SignInMessage, nowMs: number): void {
  const { issuedAtMs, notBeforeMs, expiresAtMs } = message;
  const label = LABELS[chain];
  const problem =
    notBeforeMs !== null && nowMs < notBeforeMs
      ? `Signed ${label} message becomes valid in the future`
      : expiresAtMs !== null && nowMs > expiresAtMs
        ? `Signed ${label} message is expired`
        : nowMs > issuedAtMs + VALIDITY_MS
          ? `${label} message was issued too long ago`
          : nowMs < issuedAtMs - VALIDITY_MS
            ? `${label} message was issued too far in the future`
            : null;
  if (problem !== null) throw new OAuthFormError("invalid_grant", problem);
}

/** A copied message must not work a second time while it is valid. */
async function assertFirstUse({ counters }: AuthDeps, message: string): Promise<void> {
  const sum = createHash("sha256").update(message).digest("hex");
  const rate = { points: 1, seconds: (2 * VALIDITY_MS) / 1_000 };
  if ((await counters.consume("wallet-message", sum, rate)).isAllowed) return;
  throw new OAuthFormError("invalid_grant", "Signed message was used already");
}

function toIdentity(chain: Chain, message: SignInMessage): ExternalIdentity {
  const { address, domain, statement, chainId } = message;
  return {
    provider: "web3",
    subject: `web3:${chain}:${address}`,
    email: null,
    isEmailVerified: false,
    claims: {
      custom_claims: {
        address,
        chain,
        network: chainId ?? "",
        domain,
        statement: statement?.slice(0, 300) ?? "",
      },
    },
  };
}
