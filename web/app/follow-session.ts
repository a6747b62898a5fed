import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/session.ts";

/** Without a socket, an open page learns within this time that its session has ended. */
const ASK_EVERY_MS = 15_000;
/** What the database tells the account's open pages (`supabase/migrations`). */
const ENDED_EVENT = "session-ended";

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

  function ask(): void {
    if (document.visibilityState === "visible" && navigator.onLine) void client.auth.getUser();
  }
  function askUnlessHearing(): void {
    if (!isHearing) ask();
  }

  const channel = usesSocket
    ? client
        .channel(`account:${userId}`, { config: { private: true } })
        .on("broadcast", { event: ENDED_EVENT }, () => void client.auth.getUser())
    : null;
  channel?.subscribe((status) => {
    const wasHearing = isHearing;
    isHearing = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;
    // The server closes the channels of a session that has ended.
    if (wasHearing && !isHearing) ask();
  });
  const timer = setInterval(askUnlessHearing, ASK_EVERY_MS);
  document.addEventListener("visibilitychange", askUnlessHearing);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", askUnlessHearing);
    if (channel) void client.removeChannel(channel);
  };
}
