import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/session.ts";

/** Without a socket, an open page learns within this time that its session has ended. */
const POLL_INTERVAL_MS = 15_000;
/** Changes in one tab reach the others within this time. */
const WORD_OF_OTHER_TAB_MS = 500;
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
  let isHearing = false;
  let isStopped = false;
  let failures = 0;

  function ask(): void {
    if (document.visibilityState === "visible" && navigator.onLine) void client.auth.getUser();
  }
  function askUnlessStopped(): void {
    if (!isStopped) ask();
  }
  function askUnlessHearing(): void {
    if (!isHearing) ask();
  }

  const channel = usesSocket
    ? client
        .channel(`account:${userId}`, { config: { private: true } })
        .on("broadcast", { event: ENDED_EVENT }, () => void client.auth.getUser())
    : null;
  function hear(status: REALTIME_SUBSCRIBE_STATES): void {
    const wasHearing = isHearing;
    isHearing = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;
    failures = isHearing ? 0 : failures + 1;
    // The server closes the channels of an ended session. A sign-out in another tab arrives by the
    // storage event, so wait for it before asking.
    if (wasHearing && !isHearing) setTimeout(askUnlessStopped, WORD_OF_OTHER_TAB_MS);
    if (failures === FAILURES_LIMIT && channel) void client.removeChannel(channel);
  }
  async function listen(): Promise<void> {
    // The socket needs the token before it joins a private channel.
    await client.realtime.setAuth();
    if (!isStopped) channel?.subscribe(hear);
  }
  if (channel) void listen();
  const timer = setInterval(askUnlessHearing, POLL_INTERVAL_MS);
  document.addEventListener("visibilitychange", askUnlessHearing);
  return () => {
    isStopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", askUnlessHearing);
    if (channel) void client.removeChannel(channel);
  };
}
