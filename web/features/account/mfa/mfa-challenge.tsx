import type { User } from "@supabase/supabase-js";
import { lazy, Suspense } from "react";

const MfaCard = lazy(async () => ({ default: (await import("./mfa-form.tsx")).MfaCard }));

/** Page of a session that needs its second factor; the form loads with the first such session. */
export function MfaChallenge({ user }: { user: User }) {
  return (
    <Suspense fallback={null}>
      <MfaCard user={user} />
    </Suspense>
  );
}
