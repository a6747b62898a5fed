import * as v from "valibot";
import type { ExternalIdentity } from "#backend/auth/store/identity-store.ts";
import type { JsonObject } from "@reign-tv/kit/json-object.ts";

/** Longer values are cut: claims must fit into a token. */
const TEXT_MAX_CHARACTERS = 300;

const text = v.fallback(v.optional(v.string()), undefined);
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1)),
  iss: text,
  email: text,
  email_verified: v.fallback(
    v.optional(v.union([v.boolean(), v.picklist(["true", "false"])])),
    undefined,
  ),
  name: text,
  given_name: text,
  family_name: text,
  preferred_username: text,
  nickname: text,
  picture: text,
});

/**
 * Reads the identity from OpenID Connect claims.
 *
 * @returns null for claims without a subject.
 */
export function identityFromClaims(provider: string, claims: unknown): ExternalIdentity | null {
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) return null;
  const { sub, iss, email, email_verified: verified, name, picture } = parsed.output;
  const username = parsed.output.preferred_username ?? parsed.output.nickname;
  return {
    provider,
    subject: sub,
    email: email === undefined || email === "" ? null : email.toLowerCase(),
    isEmailVerified: verified === true || verified === "true",
    claims: withoutEmpty({
      iss,
      provider_id: sub,
      name,
      full_name: name,
      given_name: parsed.output.given_name,
      family_name: parsed.output.family_name,
      preferred_username: username,
      user_name: username,
      picture,
      avatar_url: picture,
    }),
  };
}

const githubSchema = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: text,
});
const githubMails = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
);

/** @param mails response of GET /user/emails. */
export function identityFromGithub(profile: unknown, mails: unknown): ExternalIdentity | null {
  const parsed = v.safeParse(githubSchema, profile);
  if (!parsed.success) return null;
  const listed = v.parse(v.fallback(githubMails, []), mails);
  const mail = listed.find(({ primary }) => primary) ?? listed[0];
  const { id, login, name, avatar_url: picture } = parsed.output;
  return {
    provider: "github",
    subject: String(id),
    email: mail?.email.toLowerCase() ?? null,
    isEmailVerified: mail?.verified ?? false,
    claims: withoutEmpty({
      iss: "https://api.github.com",
      provider_id: String(id),
      name: name ?? login,
      full_name: name ?? login,
      preferred_username: login,
      user_name: login,
      avatar_url: picture,
    }),
  };
}

const facebookSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  name: text,
  email: text,
  picture: v.fallback(v.optional(v.object({ data: v.object({ url: text }) })), undefined),
});

/** Facebook returns only confirmed email addresses. */
export function identityFromFacebook(profile: unknown): ExternalIdentity | null {
  const parsed = v.safeParse(facebookSchema, profile);
  if (!parsed.success) return null;
  const { id, name, email, picture } = parsed.output;
  return {
    provider: "facebook",
    subject: id,
    email: email === undefined || email === "" ? null : email.toLowerCase(),
    isEmailVerified: email !== undefined && email !== "",
    claims: withoutEmpty({
      iss: "https://graph.facebook.com",
      provider_id: id,
      name,
      full_name: name,
      avatar_url: picture?.data.url,
    }),
  };
}

function withoutEmpty(values: Readonly<Record<string, string | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value.slice(0, TEXT_MAX_CHARACTERS)]],
    ),
  );
}
