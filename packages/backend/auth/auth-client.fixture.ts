import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { TestBackend } from "#backend/testing/test-backend.ts";

/** A password that all rules accept. */
export const GOOD_PASSWORD = "kettle-mistral-47";
export const OTHER_PASSWORD = "lantern-orchard-92";

/** The unmodified client library with its own session store. */
export function visitorOf(
  backend: TestBackend,
  options: { readonly flowType?: "implicit" | "pkce" } = {},
): SupabaseClient {
  const memory = new Map<string, string>();
  return createClient(backend.url, backend.publishableKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      flowType: options.flowType ?? "implicit",
      storage: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
        removeItem: (key) => void memory.delete(key),
      },
    },
  });
}

/** The unmodified client library with the secret key. */
export function operatorOf(backend: TestBackend): SupabaseClient {
  return createClient(backend.url, backend.secretKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  });
}

/** Sends a raw request to the service. */
export function callAuth(
  backend: TestBackend,
  path: string,
  request: {
    readonly method?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly key?: string | null;
  } = {},
): Promise<Response> {
  const { method = request.body === undefined ? "GET" : "POST", key } = request;
  const apikey = key === undefined ? backend.publishableKey : key;
  return fetch(`${backend.url}/auth/v1${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(apikey === null ? {} : { apikey }),
      ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      "x-supabase-api-version": "2024-01-01",
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
}

let addressCount = 0;

/** Returns an unused email address. */
export function freshAddress(): string {
  addressCount += 1;
  return `person.${addressCount}@example.org`;
}

/** A signed-up user with its client. */
export type Member = {
  readonly client: SupabaseClient;
  readonly email: string;
  readonly id: string;
};

/** Signs a new user up. */
export async function joinAs(backend: TestBackend, data: object = {}): Promise<Member> {
  const client = visitorOf(backend);
  const email = freshAddress();
  const reply = await client.auth.signUp({ email, password: GOOD_PASSWORD, options: { data } });
  if (reply.error !== null) throw reply.error;
  return { client, email, id: reply.data.user?.id ?? "" };
}

/** Returns the access token of a member's session. */
export async function tokenOf({ client }: Member): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? "";
}
