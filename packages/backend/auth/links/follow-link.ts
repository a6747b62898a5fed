import { createHash, randomBytes } from "node:crypto";
import type { Context, Handler } from "hono";
import { html, raw } from "hono/html";
import type { BackendEnv } from "#backend/context.ts";
import { chooseTexts } from "#backend/auth/protocol/select-locale.ts";
import type { BackendSettings } from "#backend/settings.ts";
import { htmlPage } from "@reign-tv/kit/html-page.ts";
import { getCookie, setCookie } from "hono/cookie";
import type { TransactionSql } from "postgres";
import { announceRedeemed, startSession } from "./verify.ts";
import { AuthError, validationFailed } from "#backend/auth/protocol/auth-error.ts";
import type { AuthDeps } from "#backend/auth/auth-deps.ts";
import { toAuthError } from "#backend/auth/protocol/error-reply.ts";
import { issueFlowCode } from "#backend/auth/store/flow-state.ts";
import { isPkceToken } from "#backend/auth/store/one-time-code.ts";
import { FOLLOWED_AGAIN_S } from "#backend/auth/store/one-time-tokens.ts";
import {
  ONE_SIDE_MESSAGE,
  toErrorRedirect,
  toFragmentRedirect,
  toQueryRedirect,
} from "#backend/auth/protocol/redirects.ts";
import { originOf } from "#backend/auth/protocol/request-origin.ts";
import { redirectTargetOf } from "#backend/auth/mail/send-mail.ts";
import type { AuthMethod, SessionJson } from "#backend/auth/store/session-store.ts";
import { followAgain, isLinkVerifyType, type Redeemed, redeemLink } from "./verify-token.ts";

const STYLE =
  "body{font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:26rem;margin:15vh auto;padding:0 1.5rem;text-align:center}" +
  "button{font:inherit;font-weight:600;padding:.75rem 2rem;border:0;border-radius:.75rem;background:#4a1f8f;color:#fff;cursor:pointer}";
/** No form-action: the redirect target may be an app or another allowed site. */
const POLICY = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/**
 * Responds with a page that has one button instead of using the link. Link scanners do not press
 * buttons.
 *
 * @param action URL that the form posts to.
 */
function continuePage(
  c: Context<BackendEnv>,
  { authTexts }: Pick<BackendSettings, "authTexts">,
  action: string,
): Response | Promise<Response> {
  const { language, continuePage: texts } = chooseTexts(
    authTexts,
    {},
    c.req.header("accept-language"),
  );
  const { title, text, go } = texts;
  c.header("content-security-policy", POLICY);
  // The URL of this page holds the link's token.
  c.header("referrer-policy", "no-referrer");
  c.header("vary", "accept-language, sec-fetch-dest");
  return c.html(
    htmlPage({
      language,
      title,
      head: html`${raw(`<style>${STYLE}</style>`)}`,
      body: html`
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
          <form method="post" action="${action}"><button>${go}</button></form>
        </main>
      `,
    }),
  );
}

/** Headers of prefetch requests, including older names. */
const PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
/**
 * The service worker sends this header with a navigation preload whose response it uses. Older
 * versions of it sent "true", discarded the response and requested the page again.
 */
const PRELOAD_HEADER = "service-worker-navigation-preload";
const DISCARDED_PRELOAD = "true";

/**
 * True when a browser opens a mail's link because a user clicked it or typed its URL.
 *
 * Fetch Metadata: only a top-level page has the destination "document". Other requests (browsers
 * from before 2023, link scanners) must not use up the link.
 *
 * @param header reads a header by its lower-case name.
 */
function isUserNavigation(header: (name: string) => string | undefined): boolean {
  const isAhead =
    PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(header(name) ?? "")) ||
    header(PRELOAD_HEADER) === DISCARDED_PRELOAD;
  const wantsPage = header("accept")?.includes("text/html") ?? false;
  return !isAhead && wantsPage && header("sec-fetch-dest") === "document";
}

/** Path of the confirmation form, relative to the service. */
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

const SECRET_BYTES = 32;
const COOKIE_NAME_HASH_CHARACTERS = 16;

type MailLink = { readonly token: string; readonly type: string; readonly target: string };

/** Identifies the browser that followed a link, so that it may open the link again. */
type Follower = {
  /** Hash of the secret in its cookie; null without a cookie. */
  readonly known: string | null;
  /** Hash of the secret that it receives. */
  readonly next: string;
};

/**
 * GET /verify: follows the link of a mail. Responds with a redirect, or with a confirmation page
 * when no user has opened the link. Rejects a malformed link.
 */
export function verifyByLink(deps: AuthDeps): Handler<BackendEnv> {
  return async (c) => {
    // Mail programs check links with HEAD, which must not use them up.
    if (c.req.method === "HEAD") return c.body(null, 200);
    const link = readLink(c, deps);
    if (isUserNavigation((name) => c.req.header(name))) return follow(c, deps, link);
    const { token, type, target } = link;
    const query = new URLSearchParams({ token, type, redirect_to: target });
    return continuePage(c, deps.settings, `/auth/v1${FOLLOW_PATH}?${query.toString()}`);
  };
}

/** POST /verify/follow: the user pressed the button. */
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
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const presented = getCookie(c, cookie);
  const follower = {
    known: presented === undefined ? null : hashSecret(presented),
    next: hashSecret(secret),
  };
  try {
    const { address, isAgain } = await redeem(c, deps, link, follower);
    if (!isAgain) {
      setCookie(c, cookie, secret, {
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

/** Returns the redirect target. `isAgain` is true when the same browser opens the link again. */
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

/** Returns the code of a PKCE client, or nothing when the same browser has exchanged it already. */
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

/** One cookie per link: links of the same minute must not overwrite each other's secret. */
function cookieName(tokenHash: string): string {
  return `followed-${tokenHash.slice(0, COOKIE_NAME_HASH_CHARACTERS)}`;
}

function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
