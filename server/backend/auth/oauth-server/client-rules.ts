import { z } from "zod";
import { validationFailed } from "#server/backend/auth/protocol/auth-error.ts";
import { isOwnHost } from "#server/backend/auth/protocol/is-secure-url.ts";

const REDIRECTS_MAX = 10;
const NAME_MAX_CHARACTERS = 1_024;
const ADDRESS_MAX_CHARACTERS = 2_048;
const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;

const text = z.string().nullish();
export const clientBody = z.object({
  redirect_uris: z.array(z.string()).nullish(),
  grant_types: z.array(z.string()).nullish(),
  client_name: text,
  client_uri: text,
  logo_uri: text,
  client_type: text,
  token_endpoint_auth_method: text,
});
export type ClientBody = z.infer<typeof clientBody>;

export type AuthMethod = (typeof AUTH_METHODS)[number];

/** How a client proves itself, by what it says of itself. @throws AuthError 400 validation_failed. */
export function authMethodOf(body: ClientBody, fallback: AuthMethod): AuthMethod {
  const { client_type: type, token_endpoint_auth_method: wished } = body;
  if (type && type !== "public" && type !== "confidential") {
    throw validationFailed("client_type must be 'public' or 'confidential'");
  }
  const method = AUTH_METHODS.find((name) => name === wished);
  if (wished && method === undefined) {
    throw validationFailed(`token_endpoint_auth_method must be one of: ${AUTH_METHODS.join(", ")}`);
  }
  const chosen = method ?? (type === "public" ? "none" : fallback);
  if ((type === "public") !== (chosen === "none") && type) {
    throw validationFailed(`client_type '${type}' does not go with '${chosen}'`);
  }
  return chosen;
}

/** @throws AuthError 400 validation_failed for anything that a client may not be. */
export function assertClientFits(body: ClientBody, options: { readonly isNew: boolean }): void {
  const { redirect_uris: redirects, grant_types: grants } = body;
  if (options.isNew || redirects) assertRedirects(redirects ?? []);
  if (grants) {
    if (grants.length === 0) throw validationFailed("grant_types cannot be empty");
    if (grants.some((grant) => grant !== "authorization_code" && grant !== "refresh_token")) {
      const message = "grant_types must only contain 'authorization_code' and/or 'refresh_token'";
      throw validationFailed(message);
    }
  }
  if ((body.client_name ?? "").length > NAME_MAX_CHARACTERS) {
    throw validationFailed("client_name cannot exceed 1024 characters");
  }
  for (const name of ["client_uri", "logo_uri"] as const) {
    const value = body[name] ?? "";
    if (value.length > ADDRESS_MAX_CHARACTERS) {
      throw validationFailed(`${name} cannot exceed 2048 characters`);
    }
    if (value !== "" && !isWebAddress(value)) {
      throw validationFailed(`${name} must be a valid URL`);
    }
  }
}

function assertRedirects(redirects: readonly string[]): void {
  if (redirects.length === 0) throw validationFailed("redirect_uris is required");
  if (redirects.length > REDIRECTS_MAX) {
    throw validationFailed("redirect_uris cannot exceed 10 items");
  }
  for (const redirect of redirects) {
    const problem = problemOf(redirect);
    if (problem !== null) throw validationFailed(`invalid redirect_uri '${redirect}': ${problem}`);
  }
}

/** A code must not reach whoever listens on the way, nor be split off in a list. */
function problemOf(redirect: string): string | null {
  const url = URL.parse(redirect);
  if (redirect === "") return "redirect URI cannot be empty";
  if (url === null || redirect.length > ADDRESS_MAX_CHARACTERS) return "invalid URL format";
  if (/[\s,]/.test(redirect)) return "invalid URL format";
  if (url.hash !== "") return "fragment not allowed in redirect URI";
  if (url.protocol === "http:" && !isOwnHost(url.hostname))
    return "HTTP scheme only allowed for localhost";
  if (url.protocol === "https:" || url.protocol === "http:") return null;
  return "scheme must be HTTPS or HTTP (localhost only)";
}

function isWebAddress(value: string): boolean {
  const protocol = URL.parse(value)?.protocol;
  return protocol === "https:" || protocol === "http:";
}
