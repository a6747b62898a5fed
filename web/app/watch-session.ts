import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/session.ts";

/** Without a socket, an open page learns within this time that its session has ended. */
const ASK_EVERY_MS = 15_000;
/** What happens in one tab is known in the others within so long. */
const WORD_OF_OTHER_TAB_MS = 500;
/** What the database tells the account's open pages (`supabase/migrations`). */
const ENDED_EVENT = "session-ended";
/** Where no socket opens (a proxy that refuses them) or no policy lets the page in, it asks by itself and tries no more. */
const FAILURES_LIMIT = 3;

type Wish = {
  userId: string;
  /** False while data is saved. */
  usesSocket: boolean;
};

/**
 * Learns that a session was ended elsewhere: at once by the account's private topic, without a socket when the
 * page is looked at again and every 15 seconds. The service is asked each time, and the client then drops a
 * session that is gone, in this tab and its neighbours.
 *
 * @returns what stops it.
 */
export function followSession(
  { client }: AccountSession,
  { userId, usesSocket }: Wish,
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
    // The server closes the channels of a session that has ended. Where another tab has left, its word comes
    // by the storage, and nobody is left to ask.
    if (wasHearing && !isHearing) setTimeout(askUnlessStopped, WORD_OF_OTHER_TAB_MS);
    if (failures === FAILURES_LIMIT && channel) void client.removeChannel(channel);
  }
  async function listen(): Promise<void> {
    // Before a private channel is joined, the socket must know who comes.
    await client.realtime.setAuth();
    if (!isStopped) channel?.subscribe(hear);
  }
  if (channel) void listen();
  const timer = setInterval(askUnlessHearing, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", askUnlessHearing);
  return () => {
    isStopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", askUnlessHearing);
    if (channel) void client.removeChannel(channel);
  };
}
