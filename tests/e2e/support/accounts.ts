import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { setAdminRole } from "#scripts/commands/admin-role.ts";
import { loadKeys } from "@reign-tv/backend";
import { addAuthenticatorFactor } from "@reign-tv/backend/testing/mfa-factor.ts";

/** A user created for one test. */
export type Account = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  /** Session as the API client stores it. */
  readonly session: v.InferOutput<typeof sessionSchema>;
};

const sessionSchema = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.looseObject({ id: v.string() }),
});
const pageStateSchema = v.object({ site: v.object({ publishableKey: v.string() }) });

/** Key under which the API client of a site on 127.0.0.1 stores its session. */
export const SESSION_KEY = "sb-127-auth-token";

export const PASSWORD = "green pastures 23";

/** Returns the publishable key in the pages. */
export async function publishableKey(request: APIRequestContext): Promise<string> {
  const html = await (await request.get("/privacy-policy")).text();
  const text = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1];
  return v.parse(pageStateSchema, JSON.parse(text ?? "null")).site.publishableKey;
}

/** Returns request headers for the backend, of a visitor or of a user. */
export async function backendHeaders(
  request: APIRequestContext,
  account?: Account,
): Promise<Record<string, string>> {
  const apikey = await publishableKey(request);
  return {
    apikey,
    authorization: `Bearer ${account?.session.access_token ?? apikey}`,
    "content-type": "application/json",
  };
}

/** Returns an unused email. */
export function freshEmail(): string {
  return `member-${randomUUID()}@reign-tv.example`;
}

/** Creates an account over the API. */
export async function createAccount(
  request: APIRequestContext,
  fullName = "Ruth Moyo",
): Promise<Account> {
  const email = freshEmail();
  const response = await request.post("/auth/v1/signup", {
    headers: await backendHeaders(request),
    data: { email, password: PASSWORD, data: { full_name: fullName } },
  });
  const session = v.parse(sessionSchema, await response.json());
  return { email, password: PASSWORD, fullName, session };
}

export type MfaAccount = Account & { readonly secret: string };

/** Makes an account an administrator, as `npm run admin` does, and signs it in again with a second factor. */
export async function makeAdministrator(
  request: APIRequestContext,
  baseURL: string,
  account: Account,
  dataDir = process.env["E2E_DATA_DIR"] ?? "",
): Promise<MfaAccount> {
  const { secretKey } = await loadKeys({ dataDir, now: Date.now });
  const client = createClient(baseURL, secretKey, { auth: { persistSession: false } });
  await setAdminRole(client, account.email, true);
  return { ...account, ...(await signInWithMfa(request, baseURL, account)) };
}

/**
 * Signs an account in again and adds an authenticator app with the current code.
 *
 * @returns the session and the app's secret.
 */
export async function signInWithMfa(
  request: APIRequestContext,
  baseURL: string,
  { email, password }: Account,
  nowMs = Date.now(),
): Promise<{ session: Account["session"]; secret: string }> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const client = createClient(baseURL, await publishableKey(request), options);
  const signedIn = await client.auth.signInWithPassword({ email, password });
  if (signedIn.error) throw signedIn.error;
  const secret = await addAuthenticatorFactor(client, nowMs);
  const { data } = await client.auth.getSession();
  return { session: v.parse(sessionSchema, data.session), secret };
}

/** Stores an account's session in the browser, as an earlier sign-in would. */
export async function enterAs(page: Page, account: Account): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? "", value ?? ""),
    [SESSION_KEY, JSON.stringify(account.session)],
  );
}
