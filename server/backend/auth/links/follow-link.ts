import { createHash, randomBytes } from "node:crypto";
import type { Context, Handler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { TransactionSql } from "postgres";
import type { BackendEnv } from "#server/backend/context.ts";
import { announceRedeemed, startSession } from "./verify.ts";
import { AuthError, validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { continuePage } from "./confirm-page.ts";
import { toAuthError } from "#server/backend/auth/protocol/error-reply.ts";
import { issueFlowCode } from "#server/backend/auth/store/flow-state.ts";
import { isPkceToken } from "#server/backend/auth/store/one-time-code.ts";
import { FOLLOWED_AGAIN_S } from "#server/backend/auth/store/one-time-tokens.ts";
import {
  ONE_SIDE_MESSAGE,
  toErrorRedirect,
  toFragmentRedirect,
  toQueryRedirect,
} from "#server/backend/auth/protocol/redirect-reply.ts";
import { originOf } from "#server/backend/auth/protocol/request-origin.ts";
import { redirectTargetOf } from "#server/backend/auth/mail/send-mail.ts";
import type { AuthMethod, SessionJson } from "#server/backend/auth/store/session-store.ts";
import { followAgain, isLinkVerifyType, type Redeemed, redeemLink } from "./verify-token.ts";

/** Headers by which browsers say that nobody asked for this page yet, older names included. */
const PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
/**
 * Our worker shows what the browser has asked for ahead of it, and says so in this header. Its older
 * versions left the value "true", threw the answer away and let the browser ask again.
 */
const PRELOAD_HEADER = "service-worker-navigation-preload";
const PRELOAD_THROWN_AWAY = "true";

/**
 * Whether a GET of a mail's link is a browser that opens a page because a person clicked, or entered the address.
 *
 * Browsers name the place of a request (Fetch Metadata): only a page of its own is "document". All else, an engine
 * from before 2023, a scanner or another program, must not spend the link.
 *
 * @param header reads a header by its lower-case name.
 */
export function isOpenedByPerson(header: (name: string) => string | undefined): boolean {
  const isAhead =
    PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(header(name) ?? "")) ||
    header(PRELOAD_HEADER) === PRELOAD_THROWN_AWAY;
  const wantsPage = header("accept")?.includes("text/html") ?? false;
  return !isAhead && wantsPage && header("sec-fetch-dest") === "document";
}

/** Where the button of the page in between is posted to, below the mount of the service. */
export const FOLLOW_PATH = "/verify/follow";

const METHOD_OF_LINK: Readonly<Record<Redeemed["type"], AuthMethod>> = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
  sms: "otp",
  phone_change: "otp",
};

const PROOF_BYTES = 32;
const COOKIE_NAME_HASH_CHARACTERS = 16;

type MailLink = { readonly token: string; readonly type: string; readonly target: string };

/** What a browser that followed a link proves itself by when it comes again. */
type Follower = {
  /** Hash of the proof that it brought; null without one. */
  readonly known: string | null;
  /** Hash of the proof that it will get. */
  readonly next: string;
};

/**
 * GET /verify: the link of a mail. Answers with a redirect, or with a page with a button where
 * nothing shows that somebody opened the link; a malformed link is refused.
 */
export function verifyByLink(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    // Mail programs look at links with HEAD; that must not use them up.
    if (c.req.method === "HEAD") return c.body(null, 200);
    const link = readLink(c, deps);
    if (isOpenedByPerson((name) => c.req.header(name))) return follow(c, deps, link);
    const { token, type, target } = link;
    const query = new URLSearchParams({ token, type, redirect_to: target });
    return continuePage(c, deps.settings, `/auth/v1${FOLLOW_PATH}?${query.toString()}`);
  };
}

/** POST /verify/follow: somebody pressed the button. */
export function followByButton(deps: AuthDeps): Handler<BackendEnv> {
  return (c) => follow(c, deps, readLink(c, deps));
}

/** @throws AuthError 400 validation_failed for a link without a token or a type. */
function readLink(c: Context<BackendEnv>, deps: AuthDeps): MailLink {
  const token = c.req.query("token") ?? "";
  const type = c.req.query("type") ?? "";
  if (type === "") throw validationFailed("Verify requires a verification type");
  if (token === "") throw validationFailed("Verify requires a token or a token hash");
  return { token, type, target: redirectTargetOf(c, deps) };
}

async function follow(c: Context<BackendEnv>, deps: AuthDeps, link: MailLink): Promise<Response> {
  const cookie = cookieName(deps.codes.storedHash(link.token));
  const proof = randomBytes(PROOF_BYTES).toString("base64url");
  const brought = getCookie(c, cookie);
  const follower = {
    known: brought === undefined ? null : hashProof(brought),
    next: hashProof(proof),
  };
  try {
    const { address, isAgain } = await redeem(c, deps, link, follower);
    if (!isAgain) {
      setCookie(c, cookie, proof, {
        path: "/auth/v1/verify",
        maxAge: FOLLOWED_AGAIN_S,
        httpOnly: true,
        sameSite: "Lax",
        secure: new URL(deps.settings.siteUrl).protocol === "https:",
      });
    }
    return c.redirect(address, 303);
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error.status >= 500) throw thrown;
    const isPkce = isPkceToken(link.token);
    return c.redirect(toErrorRedirect(link.target, error, { isPkce }), 303);
  }
}

/** Where the link leads now. `isAgain`: its own browser has opened it once more. */
async function redeem(
  c: Context<BackendEnv>,
  deps: AuthDeps,
  { token, type, target }: MailLink,
  follower: Follower,
): Promise<{ readonly address: string; readonly isAgain: boolean }> {
  if (!isLinkVerifyType(type)) throw validationFailed("Unsupported verification type");
  const link = { hash: deps.codes.storedHash(token), type, origin: originOf(c) };
  const isPkce = isPkceToken(token);
  const { redeemed, address, isAgain } = await deps.sql.begin(async (tx) => {
    const redeemed = await redeemLink(tx, deps, { ...link, followedBy: follower.next });
    const outcome = redeemed ?? (await followAgain(tx, deps, { ...link, known: follower.known }));
    const isAgain = redeemed === null;
    if (!outcome.isComplete) {
      const message = { message: ONE_SIDE_MESSAGE };
      const plain = isPkce ? toQueryRedirect(target, message) : target;
      return { redeemed, address: toFragmentRedirect(plain, message), isAgain };
    }
    const address = isPkce
      ? toQueryRedirect(target, await startFlow(tx, deps, outcome, isAgain))
      : toFragmentRedirect(target, toFragment(await startSession(c, tx, deps, outcome), type));
    return { redeemed, address, isAgain };
  });
  if (redeemed !== null) await announceRedeemed(c, deps, redeemed);
  return { address, isAgain };
}

/** The code for a PKCE client. A browser that has exchanged it needs no second one: none then. */
async function startFlow(
  tx: TransactionSql,
  deps: AuthDeps,
  outcome: Pick<Redeemed, "userId" | "type">,
  isAgain: boolean,
): Promise<Record<string, string>> {
  const method = METHOD_OF_LINK[outcome.type];
  const now = new Date(deps.now());
  const code = await issueFlowCode(tx, { userId: outcome.userId, method, now });
  if (code !== null) return { code };
  if (isAgain) return {};
  const message = "No associated flow state found. No valid flow state found for user.";
  throw new AuthError(400, "flow_state_not_found", message);
}

function toFragment(session: SessionJson, type: string): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  };
}

/** A name of its own for each link: two links of one minute do not replace each other's proof. */
function cookieName(tokenHash: string): string {
  return `followed-${tokenHash.slice(0, COOKIE_NAME_HASH_CHARACTERS)}`;
}

function hashProof(proof: string): string {
  return createHash("sha256").update(proof).digest("hex");
}
