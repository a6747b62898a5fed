import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { sessionMessages } from "#shared/messages/account/session.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { serverAheadMs } from "#web/lib/clock.ts";
import { type AccountSession, openedSession } from "#web/lib/session/account-session.ts";
import { carriesSession } from "#web/lib/session/needs-session.ts";
import { isSessionHeld } from "#web/lib/session/stored-session.ts";
import { useSessionWhenIdle } from "#web/lib/session/use-session.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { useToast } from "#web/ui/use-toast.ts";

/** Without a socket, an open page learns within this time that its session has ended. */
const SESSION_POLL_INTERVAL_MS = 15_000;
/** Changes in one tab reach the others within this time. */
const STORAGE_EVENT_DELAY_MS = 500;
/** Realtime event that the database sends to the account's open pages (`supabase/migrations`). */
const ENDED_EVENT = "session-ended";
/**
 * After this many failures (a proxy without WebSockets, a missing policy) the page polls and does
 * not reconnect.
 */
const FAILURES_LIMIT = 3;

type WatchOptions = {
  userId: string;
  /** False while data is saved. */
  usesSocket: boolean;
};

/**
 * Calls back when a session was ended elsewhere: at once by the account's private topic, or by
 * polling every 15 seconds and when the page becomes visible. The auth server is asked each time,
 * and the client drops a session that is gone in all tabs. @returns a function that stops it.
 */
export function watchSession(
  { client }: AccountSession,
  { userId, usesSocket }: WatchOptions,
): () => void {
  let isSubscribed = false;
  let isStopped = false;
  let failures = 0;

  function checkSession(): void {
    if (document.visibilityState === "visible" && navigator.onLine) void client.auth.getUser();
  }
  function checkUnlessStopped(): void {
    if (!isStopped) checkSession();
  }
  function checkUnlessSubscribed(): void {
    if (!isSubscribed) checkSession();
  }

  const channel = usesSocket
    ? client
        .channel(`account:${userId}`, { config: { private: true } })
        .on("broadcast", { event: ENDED_EVENT }, () => void client.auth.getUser())
    : null;
  function handleSubscription(status: string): void {
    const wasSubscribed = isSubscribed;
    isSubscribed = status === "SUBSCRIBED";
    failures = isSubscribed ? 0 : failures + 1;
    // The server closes the channels of an ended session. A sign-out in another tab arrives by the
    // storage event, so wait for it before asking.
    if (wasSubscribed && !isSubscribed) setTimeout(checkUnlessStopped, STORAGE_EVENT_DELAY_MS);
    if (failures === FAILURES_LIMIT && channel) void client.removeChannel(channel);
  }
  async function listen(): Promise<void> {
    // The socket needs the token before it joins a private channel.
    await client.realtime.setAuth();
    if (!isStopped) channel?.subscribe(handleSubscription);
  }
  if (channel) void listen();
  const timer = setInterval(checkUnlessSubscribed, SESSION_POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", checkUnlessSubscribed);
  return () => {
    isStopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", checkUnlessSubscribed);
    if (channel) void client.removeChannel(channel);
  };
}

const RESET_PATH = "/auth/reset";
const STEP_PATH = "/auth";
/** Read before the client removes the session from the URL. */
const CAME_BY_LINK = typeof window !== "undefined" && carriesSession(window.location.href);

/**
 * Keeps the session alive on every used page that may have one and follows it across tabs and devices.
 * Redirects a recovery to the new password even where its link could only lead to Home, and a link
 * or provider sign-in to its second factor.
 */
export function SessionWatcher(): null {
  const session = useSessionWhenIdle();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isRecovery = session.status === "signed-in" && session.isRecovery;
  const isHalfway = session.status === "second-step" && CAME_BY_LINK;
  const next = isRecovery ? RESET_PATH : isHalfway ? STEP_PATH : null;
  useEndedElsewhere(session.status === "signed-in" ? session.user.id : null);
  useEndedNotice(session.status !== "loading");
  useHeldNotice(session.status === "signed-in");
  useClockNotice(session.status === "signed-in");

  useEffect(() => {
    if (next !== null && pathname === "/") void navigate(next, { replace: true });
  }, [next, navigate, pathname]);

  return null;
}

/** Watches for a session that was ended elsewhere. */
function useEndedElsewhere(userId: string | null): void {
  const [isSavingData] = useDataSaver();

  useEffect(() => {
    if (userId === null) return undefined;
    let stop: (() => void) | null = null;
    const cancel = whenIdle(() => {
      const session = openedSession();
      if (session) stop = watchSession(session, { userId, usesSocket: !isSavingData });
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [userId, isSavingData]);
}

/** Shows a notice when this tab's session, once loaded, was ended elsewhere. */
function useEndedNotice(isLoaded: boolean): void {
  const { endedTitle: title, endedText: text } = useTexts(sessionMessages);
  const toast = useToast();

  useEffect(() => {
    // Subscribes directly: this component unmounts with the session, before it could show its
    // state.
    const session = isLoaded ? openedSession() : null;
    if (!session) return undefined;
    const notify = (): void => {
      const state = session.current();
      if (state.status === "signed-out" && state.wasEnded) toast({ tone: "danger", title, text });
    };
    notify();
    return session.subscribe(notify);
  }, [isLoaded, text, title, toast]);
}

/** Shows a notice where the browser blocks storage: the session then ends with the tab. */
function useHeldNotice(isSignedIn: boolean): void {
  const { heldTitle: title, heldText: text } = useTexts(sessionMessages);
  const toast = useToast();

  useEffect(() => {
    if (isSignedIn && isSessionHeld()) toast({ tone: "danger", title, text, place: "held" });
  }, [isSignedIn, text, title, toast]);
}

/** Smaller clock errors do no harm. */
const CLOCK_ERROR_MS = 5 * MINUTE_MS;
const POLL_INTERVAL_MS = 5_000;

let isClockNamed = false;

/** Shows a notice about a wrong device clock, once in a tab. */
function useClockNotice(isSignedIn: boolean): void {
  const { language } = useSite();
  const { clockTitle: title, clockText } = useTexts(sessionMessages);
  const toast = useToast();

  useEffect(() => {
    if (!isSignedIn || isClockNamed) return undefined;
    function look(): void {
      const aheadMs = serverAheadMs() || 0;
      if (isClockNamed || Math.abs(aheadMs) < CLOCK_ERROR_MS) return;
      isClockNamed = true;
      const text = clockText(lengthText(Math.abs(aheadMs), language), aheadMs < 0);
      toast({ tone: "danger", title, text, place: "clock" });
    }
    look();
    const timer = setInterval(look, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [clockText, isSignedIn, language, title, toast]);
}

/** A duration in its largest unit: "50 minutes", "5.5 hours", "3 days". */
function lengthText(lengthMs: number, language: Language): string {
  const [unit, unitMs] =
    lengthMs >= DAY_MS
      ? ["day", DAY_MS]
      : lengthMs >= HOUR_MS - CLOCK_ERROR_MS
        ? ["hour", HOUR_MS]
        : ["minute", MINUTE_MS];
  const maximumFractionDigits = unit === "hour" ? 1 : 0;
  const format = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits } as const;
  return new Intl.NumberFormat(LANGUAGE_FACTS[language].locale, format).format(lengthMs / unitMs);
}
