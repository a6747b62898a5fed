import type { User } from "@supabase/supabase-js";

/** A user as the auth service returns it. */
export const MEMBER: User = {
  id: "7d3c5e0a-1c9b-4a55-9d57-0c3a2a5c7e11",
  aud: "authenticated",
  email: "ruth@reign-tv.example",
  app_metadata: {},
  user_metadata: { full_name: "Ruth Moyo" },
  created_at: "2026-03-08T09:00:00Z",
};

const HOUR_S = 3_600;
/** In the year 2100. */
const FAR_S = 4_102_444_800;

/** The same user with an authenticator app and recovery codes. */
export const PROTECTED_MEMBER: User = {
  ...MEMBER,
  factors: [
    factor("totp", "3f0c6f0e-52a5-4f6f-9a53-5d8f1c1f0a01", "Ruth's phone"),
    factor("recovery_code", "3f0c6f0e-52a5-4f6f-9a53-5d8f1c1f0a02", "Recovery codes"),
  ],
};

function factor(
  type: "totp" | "recovery_code",
  id: string,
  name: string,
): NonNullable<User["factors"]>[number] {
  const date = "2026-05-03T09:00:00Z";
  return {
    id,
    factor_type: type,
    friendly_name: name,
    status: "verified",
    created_at: date,
    updated_at: date,
  };
}

/** Assurance level of a session. */
export type Assurance = "aal1" | "aal2";

/** Builds an unsigned access token of such a session, as the API client reads it. */
export function tokenOf(user: User, aal: Assurance = user.factors ? "aal2" : "aal1"): string {
  const parts = [{ alg: "none" }, { aal, exp: FAR_S }].map((part) => btoa(JSON.stringify(part)));
  return `${parts.join(".").replaceAll("=", "")}.${user.id}`;
}

/** Builds the auth service's response to a successful sign-in, by default with every factor verified. */
export function sessionOf(user: User, aal: Assurance = user.factors ? "aal2" : "aal1"): object {
  return {
    access_token: tokenOf(user, aal),
    refresh_token: "refresh-1",
    token_type: "bearer",
    expires_in: HOUR_S,
    expires_at: Math.floor(Date.now() / 1000) + HOUR_S,
    user,
  };
}
