import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { BackendEnv } from "#server/backend/context.ts";
import { AuthError } from "#server/backend/auth/protocol/auth-error.ts";
import type { CaptchaSettings } from "#server/backend/sign-in-settings.ts";
import { fetchBounded, OUTBOUND_LIMITS } from "#server/kit/http/http-client.ts";
import type { AuthDeps } from "#server/backend/auth/auth-deps.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/** What a program could do without end: making accounts, guessing, sending mails. */
const GUARDED = new Set([
  "/signup",
  "/otp",
  "/recover",
  "/resend",
  "/sso",
  "/passkeys/authentication/options",
]);
const GUARDED_GRANTS = new Set(["password", "web3", "id_token"]);
const ADDRESSES = {
  hcaptcha: "https://hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
} as const satisfies Record<CaptchaSettings["provider"], string>;

const bodySchema = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish(),
});
const verdictSchema = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/**
 * Lets only people pass who have solved a CAPTCHA, where the operator has set one up. The operator's own
 * programs pass with the secret key.
 */
export function guardByCaptcha(parts: AuthDeps): MiddlewareHandler<BackendEnv> {
  const { captcha } = parts.settings;
  if (captcha === null) return (_, next) => next();
  return async (c, next) => {
    const path = c.req.path.replace(/^.*\/auth\/v1/, "");
    const isGrant = path === "/token" && GUARDED_GRANTS.has(c.req.query("grant_type") ?? "");
    const isGuarded = c.req.method === "POST" && (GUARDED.has(path) || isGrant);
    const isOperator = c.get("caller").role === "service_role";
    if (isGuarded && !isOperator) {
      await assertSolved(parts, captcha, {
        token: tokenOf(await c.req.text()),
        address: c.get("clientAddress"),
      });
    }
    await next();
  };
}

function tokenOf(text: string): string {
  try {
    const body = bodySchema.safeParse(JSON.parse(text));
    return body.data?.gotrue_meta_security?.captcha_token ?? "";
  } catch {
    return "";
  }
}

async function assertSolved(
  { fetch }: AuthDeps,
  captcha: CaptchaSettings,
  answer: { readonly token: string; readonly address: string },
): Promise<void> {
  if (answer.token === "") throw refusal("no captcha_token found");
  const reply = await fetchBounded({
    fetch,
    url: captcha.address ?? ADDRESSES[captcha.provider],
    method: "POST",
    body: new URLSearchParams({
      secret: captcha.secret,
      response: answer.token,
      remoteip: answer.address,
    }),
    limits: OUTBOUND_LIMITS,
  }).catch((error: unknown) => {
    const message = "captcha verification process failed";
    throw new AuthError(500, "unexpected_failure", message, { cause: error });
  });
  const verdict = verdictSchema.safeParse(parseJson(new TextDecoder().decode(reply.bytes)));
  if (!verdict.success) {
    throw new AuthError(500, "unexpected_failure", "captcha verification process failed");
  }
  if (!verdict.data.success) throw refusal(verdict.data["error-codes"].join(", "));
}

function refusal(reason: string): AuthError {
  const message = `captcha protection: request disallowed (${reason})`;
  return new AuthError(400, "captcha_failed", message);
}
