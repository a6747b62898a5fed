import type { ProviderSettings } from "#backend/settings.ts";

/** Endpoints of a provider without discovery. */
export type OAuth2Endpoints = {
  readonly authorize: string;
  readonly token: string;
  readonly profile: string;
};

const GITHUB = { site: "https://github.com", api: "https://api.github.com" };
const FACEBOOK = { site: "https://www.facebook.com", api: "https://graph.facebook.com" };
const FACEBOOK_VERSION = "v23.0";

/** Issuers that need no configuration. */
const KNOWN_ISSUERS: ReadonlyMap<string, string> = new Map([
  ["google", "https://accounts.google.com"],
  ["apple", "https://appleid.apple.com"],
  ["facebook", "https://www.facebook.com"],
  ["gitlab", "https://gitlab.com"],
  ["linkedin_oidc", "https://www.linkedin.com/oauth"],
  ["slack_oidc", "https://slack.com"],
  ["twitch", "https://id.twitch.tv/oauth2"],
]);

/** Default scopes, unless the operator or client sets them. */
const DEFAULT_SCOPES: ReadonlyMap<string, string> = new Map([
  ["github", "user:email"],
  ["facebook", "email public_profile"],
  ["apple", "openid email name"],
]);
const OIDC_SCOPES = "openid email profile";

/** Returns the issuer of a provider's ID tokens; null without ID tokens. */
export function issuerOf(name: string, settings: ProviderSettings | null): string | null {
  return settings?.issuer ?? KNOWN_ISSUERS.get(name) ?? null;
}

/** Returns the endpoints of an OAuth 2.0 provider; null for OpenID Connect. */
export function oauth2EndpointsOf(
  name: string,
  settings: ProviderSettings,
): OAuth2Endpoints | null {
  if (name === "github") {
    const site = settings.siteBase ?? GITHUB.site;
    const api = settings.apiBase ?? GITHUB.api;
    return {
      authorize: `${site}/login/oauth/authorize`,
      token: `${site}/login/oauth/access_token`,
      profile: `${api}/user`,
    };
  }
  if (name === "facebook" && settings.issuer === null) {
    const site = settings.siteBase ?? FACEBOOK.site;
    const api = settings.apiBase ?? FACEBOOK.api;
    return {
      authorize: `${site}/${FACEBOOK_VERSION}/dialog/oauth`,
      token: `${api}/${FACEBOOK_VERSION}/oauth/access_token`,
      profile: `${api}/me?fields=id,name,email,first_name,last_name,picture`,
    };
  }
  return null;
}

/** Without "openid" there is no ID token. */
export function oidcScopesOf(name: string, settings: ProviderSettings, requested: string): string {
  return scopesOf(name, settings, `openid ${requested}`);
}

export function scopesOf(name: string, settings: ProviderSettings, requested: string): string {
  const base = settings.scopes ?? DEFAULT_SCOPES.get(name) ?? OIDC_SCOPES;
  return [...new Set([...base.split(/[\s,]+/), ...requested.split(/[\s,]+/)])]
    .filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
    .join(" ");
}
