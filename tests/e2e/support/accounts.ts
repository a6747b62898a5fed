import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { setAdminRole } from "#scripts/commands/admin-role.ts";
import { loadKeys } from "#server/backend/keys.ts";
import { addAuthenticatorFactor } from "#tests/support/mfa-factor.ts";

/** A member made for one test. */
export type Account = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  /** What the backend client stores. */
  readonly session: z.infer<typeof sessionSchema>;
};

const sessionSchema = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
});
const pageStateSchema = z.object({ site: z.object({ publishableKey: z.string() }) });

/** Where the client of a site on 127.0.0.1 keeps its session. */
export const SESSION_KEY = "sb-127-auth-token";

export const PASSWORD = "green pastures 23";

/** The key that the pages hand to the backend client. */
export async function publishableKey(request: APIRequestContext): Promise<string> {
  const html = await (await request.get("/privacy-policy")).text();
  const text = /<script type="application\/json" id="page-state">(.*?)<\/script>/s.exec(html)?.[1];
  return pageStateSchema.parse(JSON.parse(text ?? "null")).site.publishableKey;
}

/** Headers of a call to the backend, as nobody or as a member. */
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

/** An address that nobody has yet. */
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
  const session = sessionSchema.parse(await response.json());
  return { email, password: PASSWORD, fullName, session };
}

/** An account with an authenticator app. */
export type ProvedAccount = Account & { readonly secret: string };

/** Makes an account an administrator, as `npm run admin` does, and signs it in anew, with a second proof. */
export async function makeAdministrator(
  request: APIRequestContext,
  baseURL: string,
  account: Account,
  dataDir = process.env["E2E_DATA_DIR"] ?? "",
): Promise<ProvedAccount> {
  const { secretKey } = await loadKeys({ dataDir, now: Date.now });
  const client = createClient(baseURL, secretKey, { auth: { persistSession: false } });
  await setAdminRole(client, account.email, true);
  return { ...account, ...(await signInWithProof(request, baseURL, account)) };
}

/**
 * Signs an account in anew and sets up an authenticator app for it, by the code of now.
 *
 * @returns also the app's secret.
 */
export async function signInWithProof(
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
  return { session: sessionSchema.parse(data.session), secret };
}

/** Puts an account's session into the browser, as a visitor who signed in earlier has it. */
export async function enterAs(page: Page, account: Account): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? "", value ?? ""),
    [SESSION_KEY, JSON.stringify(account.session)],
  );
}
