import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { toastMessages } from "#shared/messages/toast.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { bringsSession } from "#web/lib/session/session-flag.ts";
import { openSession } from "#web/lib/session/session.ts";
import { useSession } from "#web/lib/session/use-session.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { followSession } from "./watch-session.ts";

const RESET_PATH = "/auth/reset";
const STEP_PATH = "/auth";
/** Read before the client takes the session out of the address. */
const CAME_BY_LINK = typeof window !== "undefined" && bringsSession(window.location.href);

/**
 * Keeps the session alive on every page once there may be one and follows it across tabs and devices. A
 * recovery asks for a new password also where its link could only lead to Home, and so does a link or a
 * provider for the second step.
 */
export function SessionWatcher(): null {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isRecovery = session.status === "signed-in" && session.isRecovery;
  const isHalfway = session.status === "second-step" && CAME_BY_LINK;
  const next = isRecovery ? RESET_PATH : isHalfway ? STEP_PATH : null;
  useEndedElsewhere(session.status === "signed-in" ? session.user.id : null);
  useEndedNotice();

  useEffect(() => {
    if (next !== null && pathname === "/") void navigate(next, { replace: true });
  }, [next, navigate, pathname]);

  return null;
}

/** Looks after the session once the page has loaded. */
function useEndedElsewhere(userId: string | null): void {
  const site = useSite();
  const [isSavingData] = useDataSaver();

  useEffect(() => {
    if (userId === null) return undefined;
    let stop: (() => void) | null = null;
    const cancel = whenIdle(() => {
      stop = followSession(openSession(site), { userId, usesSocket: !isSavingData });
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [userId, isSavingData, site]);
}

/** Says so when this tab's session was ended elsewhere. */
function useEndedNotice(): void {
  const site = useSite();
  const { endedTitle: title, endedText: text } = useTexts(toastMessages);
  const toast = useToast();

  useEffect(() => {
    // By subscription: with the session this component goes too, before it could show its state.
    const session = openSession(site);
    return session.subscribe(() => {
      const state = session.current();
      if (state.status === "signed-out" && state.wasEnded) toast({ tone: "danger", title, text });
    });
  }, [site, text, title, toast]);
}
