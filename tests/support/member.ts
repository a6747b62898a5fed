import type { User } from "@supabase/supabase-js";

/** A member of the site, as the auth service describes one. */
export const MEMBER: User = {
  id: "7d3c5e0a-1c9b-4a55-9d57-0c3a2a5c7e11",
  aud: "authenticated",
  email: "ruth@reign-tv.example",
  app_metadata: {},
  user_metadata: { full_name: "Ruth Moyo" },
  created_at: "2026-03-08T09:00:00Z",
};

const HOUR_S = 3_600;

/** What the auth service answers to a sign-in that it accepts. */
export function sessionOf(user: User): object {
  return {
    access_token: `token.of.${user.id}`,
    refresh_token: "refresh-1",
    token_type: "bearer",
    expires_in: HOUR_S,
    expires_at: Math.floor(Date.now() / 1000) + HOUR_S,
    user,
  };
}
