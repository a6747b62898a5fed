import type { User } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";
import { openSession } from "#web/lib/session/session.ts";
import { type FakeServer, json } from "./fake-server.ts";
import { serve } from "./render-view.tsx";
import { testSite } from "./site-fixture.ts";

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

/**
 * Signs a member in through the real backend client, before the view is shown. The session is one per
 * tab, so it ends with the test.
 */
export async function signInMember(server: FakeServer, user: User = MEMBER): Promise<void> {
  serve(server);
  server.answer("POST /auth/v1/token", () => json(sessionOf(user)));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const { client } = openSession(testSite());
  onTestFinished(async () => {
    await client.auth.signOut({ scope: "local" });
  });
  await client.auth.signInWithPassword({ email: user.email ?? "", password: "green pastures 23" });
}
