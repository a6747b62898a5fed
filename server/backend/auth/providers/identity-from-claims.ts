import { z } from "zod";
import type { JsonObject } from "#server/backend/auth/protocol/read-body.ts";
import type { ExternalIdentity } from "#server/backend/auth/store/identity-store.ts";

/** Longer values are cut: claims must fit into a token. */
const TEXT_MAX_CHARACTERS = 300;

const text = z.string().optional().catch(undefined);
const claimsSchema = z.object({
  sub: z.string().min(1),
  iss: text,
  email: text,
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"])])
    .optional()
    .catch(undefined),
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
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, iss, email, email_verified: verified, name, picture } = parsed.data;
  const username = parsed.data.preferred_username ?? parsed.data.nickname;
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
      given_name: parsed.data.given_name,
      family_name: parsed.data.family_name,
      preferred_username: username,
      user_name: username,
      picture,
      avatar_url: picture,
    }),
  };
}

const githubSchema = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: text,
});
const githubMails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** @param mails response of GET /user/emails. */
export function identityFromGithub(profile: unknown, mails: unknown): ExternalIdentity | null {
  const parsed = githubSchema.safeParse(profile);
  if (!parsed.success) return null;
  const listed = githubMails.safeParse(mails).data ?? [];
  const mail = listed.find(({ primary }) => primary) ?? listed[0];
  const { id, login, name, avatar_url: picture } = parsed.data;
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

const facebookSchema = z.object({
  id: z.string().min(1),
  name: text,
  email: text,
  picture: z
    .object({ data: z.object({ url: text }) })
    .optional()
    .catch(undefined),
});

/** Facebook returns only confirmed email addresses. */
export function identityFromFacebook(profile: unknown): ExternalIdentity | null {
  const parsed = facebookSchema.safeParse(profile);
  if (!parsed.success) return null;
  const { id, name, email, picture } = parsed.data;
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
