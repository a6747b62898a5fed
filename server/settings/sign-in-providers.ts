import { z } from "zod";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";
import { parseJson } from "#server/kit/parse-json.ts";

/** Providers that need no issuer: what they are is known by their name. */
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

/** The providers of a JSON text, by name; else what is wrong with it. */
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
