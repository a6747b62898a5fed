import { z } from "zod";
import type { ProviderSettings } from "#server/backend/settings.ts";
import { parseJson } from "#server/kit/parse-json.ts";

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

const base = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const providerSchema = z.strictObject({
  client_id: z.string().min(1),
  secret: z.string().min(1).optional(),
  issuer: z.url({ protocol: /^https?$/ }).optional(),
  scopes: z.string().min(1).optional(),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
  site_base: base.optional(),
  api_base: base.optional(),
});
const providersSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_:-]{1,49}$/, "names are small letters, digits, _, : and -"),
  providerSchema,
);

/** Parses the providers of a JSON text, by name; returns the problem when it is not valid. */
export function parseProviders(text: string): Map<string, ProviderSettings> | string {
  const result = providersSchema.safeParse(parseJson(text));
  if (!result.success) {
    const [issue] = result.error.issues;
    return `must be JSON such as {"google":{"client_id":"...","secret":"..."}} (${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""})`;
  }
  const entries = Object.entries(result.data);
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
