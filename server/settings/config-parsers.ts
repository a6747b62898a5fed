import * as v from "valibot";
import type { ProviderSettings } from "@reign-tv/backend";
import { parseJson } from "@reign-tv/kit/parse-json.ts";

/**
 * Parses the websites that may embed the players: origins, separated by commas. A website that frames a
 * player also controls it, so wildcards are not allowed.
 *
 * @returns the origins without repetition, or the problem of the first invalid one.
 */
export function parseEmbedParents(text: string): string[] | string {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const origins = new Set<string>();
  for (const entry of entries) {
    const origin = originOf(entry);
    if (origin === null)
      return `must be a list of addresses such as https://church.example, and ${hint(entry)}`;
    origins.add(origin);
  }
  return [...origins];
}

function originOf(entry: string): string | null {
  if (!URL.canParse(entry) || entry.includes("*")) return null;
  const { protocol, pathname, search, hash, username, origin } = new URL(entry);
  const isBare = pathname === "/" && `${search}${hash}${username}` === "";
  return isBare && (protocol === "https:" || protocol === "http:") ? origin : null;
}

function hint(entry: string): string {
  if (entry.includes("*")) return `${entry} stands for many: name each website by itself`;
  if (/^https?:\/\//.test(entry) && URL.canParse(entry)) {
    return `${entry} says more than the host: take ${new URL(entry).origin}`;
  }
  return `${entry} is none: begin with https://`;
}

/** Providers that need no issuer: their name implies it. */
const NAMED = new Set([
  "apple",
  "facebook",
  "github",
  "gitlab",
  "google",
  "linkedin_oidc",
  "slack_oidc",
  "twitch",
]);

const filled = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.trim(), v.url(), v.regex(/^https?:\/\//i));
const base = v.pipe(
  url,
  v.transform((address) => address.replace(/\/+$/, "")),
);
const providerSchema = v.strictObject({
  client_id: filled,
  secret: v.optional(filled),
  issuer: v.optional(url),
  scopes: v.optional(filled),
  skip_nonce_check: v.optional(v.boolean(), false),
  email_optional: v.optional(v.boolean(), false),
  site_base: v.optional(base),
  api_base: v.optional(base),
});
const providersSchema = v.record(
  v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9_:-]{1,49}$/, "names are small letters, digits, _, : and -"),
  ),
  providerSchema,
);

/** Parses the providers of a JSON text, by name; returns the problem when it is not valid. */
export function parseProviders(text: string): Map<string, ProviderSettings> | string {
  const result = v.safeParse(providersSchema, parseJson(text), {
    // The library's own messages repeat the value, which may be a secret.
    message: ({ expected, type }) => `expected ${expected ?? type}`,
  });
  if (!result.success) {
    const [issue] = result.issues;
    return `must be JSON such as {"google":{"client_id":"...","secret":"..."}} (${v.getDotPath(issue) ?? ""}: ${issue.message})`;
  }
  const entries = Object.entries(result.output);
  const nameless = entries.find(([name, { issuer }]) => issuer === undefined && !NAMED.has(name));
  if (nameless !== undefined) return `${nameless[0]} needs its issuer`;
  return new Map(
    entries.map(([name, provider]) => [
      name,
      {
        clientIds: provider.client_id.split(",").map((id) => id.trim()),
        secret: provider.secret ?? null,
        issuer: provider.issuer ?? null,
        scopes: provider.scopes ?? null,
        skipNonceCheck: provider.skip_nonce_check,
        isEmailOptional: provider.email_optional,
        siteBase: provider.site_base ?? null,
        apiBase: provider.api_base ?? null,
      },
    ]),
  );
}
