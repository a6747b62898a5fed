import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import { jsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { ExternalIdentity } from "#server/backend/auth/store/external-identity.ts";
import type { ProviderSettings } from "#server/backend/sign-in-settings.ts";

/** A claim that is longer is left out: what a provider tells must fit into a token. */
const CLAIM_MAX_CHARACTERS = 1_000;

type Claims = Readonly<Record<string, unknown>>;

/** The claims under the names that OpenID Connect gives them; what is no text in the table stands for itself. */
export function mapClaims(claims: Claims, { attributeMapping = {} }: ProviderSettings): Claims {
  const renamed = Object.entries(attributeMapping).map(([name, source]) => [
    name,
    typeof source === "string" ? claims[source] : source,
  ]);
  return { ...claims, ...Object.fromEntries(renamed.filter(([, value]) => value !== undefined)) };
}

/** The person with those claims that the operator wants kept as they are. */
export function withCustomClaims(
  person: ExternalIdentity | null,
  claims: Claims,
  { customClaims = [] }: ProviderSettings,
): ExternalIdentity | null {
  if (person === null) return null;
  const kept: JsonObject = {};
  for (const name of customClaims) {
    const claim = jsonObject.safeParse({ [name]: claims[name] }).data;
    const isShort = claim !== undefined && JSON.stringify(claim).length <= CLAIM_MAX_CHARACTERS;
    if (isShort && Object.hasOwn(claims, name)) Object.assign(kept, claim);
  }
  if (Object.keys(kept).length === 0) return person;
  return { ...person, claims: { ...person.claims, custom_claims: kept } };
}
