import type { User } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";
import { openSession } from "#web/lib/session/session.ts";
import { type FakeServer, json } from "./fake-server.ts";
import { type Assurance, MEMBER, sessionOf } from "./member.ts";
import { serve } from "./render-view.tsx";
import { testSite } from "./site-fixture.ts";

/**
 * Signs a member in through the real API client before the view is rendered. The session is stored per tab and
 * ends with the test.
 */
export async function signInMember(
  server: FakeServer,
  user: User = MEMBER,
  aal?: Assurance,
): Promise<void> {
  serve(server);
  server.answer("POST /auth/v1/token", () => json(sessionOf(user, aal)));
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const { client } = openSession(testSite());
  onTestFinished(async () => {
    await client.auth.signOut({ scope: "local" });
  });
  await client.auth.signInWithPassword({ email: user.email ?? "", password: "green pastures 23" });
}
