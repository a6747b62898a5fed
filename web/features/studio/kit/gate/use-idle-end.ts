import type { User } from "@supabase/supabase-js";
import { useEffect } from "react";
import { HOUR_MS, MINUTE_MS } from "#shared/durations.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { LAST_STUDIO_ACTION } from "#web/features/studio/kit/draft/draft-storage.ts";
import { useStudioToast } from "#web/features/studio/kit/use-publish-action.ts";

/** Time without an action after which staff are signed out on this device. */
const IDLE_LIMIT_MS = 12 * HOUR_MS;
const SIGNS_OF_LIFE = ["pointerdown", "keydown"] as const;

/**
 * Signs the user out when the studio is idle too long, also when it is reopened later. Signing in
 * counts as an action.
 */
export function useIdleEnd(user: User): void {
  const openSession = useOpenSession();
  const toast = useStudioToast();
  const { gate } = useTexts(kitMessages);

  useEffect(() => {
    const signedInAt = Date.parse(user.last_sign_in_at ?? "") || 0;
    let notedAt = 0;

    function note(): void {
      if (Date.now() - notedAt < MINUTE_MS) return;
      notedAt = Date.now();
      writeStored(LAST_STUDIO_ACTION, new Date(notedAt).toISOString());
    }
    function endIfIdle(): boolean {
      const actionAt = Date.parse(readStored(LAST_STUDIO_ACTION) ?? "") || Date.now();
      const isOver = Date.now() - Math.max(actionAt, signedInAt) > IDLE_LIMIT_MS;
      if (isOver) {
        void openSession().leave("local");
        toast({ tone: "done", title: gate.idleTitle, text: gate.idleText });
      }
      return isOver;
    }

    if (endIfIdle()) return;
    note();
    const timer = setInterval(endIfIdle, MINUTE_MS);
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, note);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, note);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the callbacks change with each render and behave alike
  }, [user.id, user.last_sign_in_at]);
}
