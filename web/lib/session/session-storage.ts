import * as v from "valibot";
import type { Session, SupportedStorage } from "@supabase/supabase-js";
import { withTimeLimit } from "#shared/time-limit.ts";
import { learnServerTime, serverAheadMs } from "#web/lib/clock.ts";
import type { Api } from "#web/lib/http/http.ts";
import { readText, removeStored, writeText } from "#web/lib/storage/storage.ts";
import { holdSession, sessionKey, sessionText } from "./session-flag.ts";
import { isFresh, isFromFuture, parseSession } from "./stored-session.ts";

/** Timeout for the server's time when a session is read. */
const TIME_LIMIT_MS = 3_000;

const timeSchema = v.object({ now: v.string() });

type SessionStorage = SupportedStorage & { removeSession(): void };

/**
 * Storage of the backend client; falls back to memory of the tab. A session is stored with its end
 * in the server's time and read in the device's, by which the client counts. Otherwise a clock that
 * is an hour ahead would renew it on each page, up to the rate limit.
 */
export function createSessionStorage(api?: Pick<Api, "getJson">): SessionStorage {
  const held = new Map<string, string>();
  /** End of the last session read, as the client received it and as it is stored. */
  let lastRead = { token: "", told: 0, kept: 0 };
  /** Token that was told to be over. If its successor is ahead too, the server that told its time is wrong. */
  let overToken = "";

  /**
   * Returns the session's end by the device's clock. One that began while the server's clock was
   * ahead ends now, so that the client renews it: the server refuses its token.
   */
  function toldEnd(session: Session): number {
    const { access_token: token, expires_at: kept = 0 } = session;
    const aheadMs = serverAheadMs();
    if (!Number.isNaN(aheadMs) && isFromFuture(session)) {
      overToken ||= token;
      if (token === overToken) return Math.floor(Date.now() / 1000);
    }
    return kept - Math.round((aheadMs || 0) / 1000);
  }

  function removeSession(): void {
    holdSession(null);
    removeStored(sessionKey());
  }

  return {
    removeSession,
    async getItem(key) {
      if (key !== sessionKey()) return held.get(key) ?? readText(key);
      const session = parseSession(sessionText());
      if (session === null) return null;
      const { access_token: token, expires_at: kept = 0 } = session;
      await (api && checkClock(api, session));
      const told = toldEnd(session);
      lastRead = { token, told, kept };
      return JSON.stringify({ ...session, expires_at: told });
    },
    setItem(key, text) {
      if (key !== sessionKey()) {
        if (writeText(key, text)) held.delete(key);
        else held.set(key, text);
        return;
      }
      const session = parseSession(text);
      const isRead =
        session?.access_token === lastRead.token && session.expires_at === lastRead.told;
      const kept = isRead ? JSON.stringify({ ...session, expires_at: lastRead.kept }) : text;
      // A full store may accept it once the previous one is removed, which must not come back.
      holdSession(replaceText(key, kept) ? null : kept);
    },
    removeItem(key) {
      if (key === sessionKey()) return removeSession();
      held.delete(key);
      removeStored(key);
    },
  };
}

function replaceText(key: string, text: string): boolean {
  if (writeText(key, text)) return true;
  removeStored(key);
  return writeText(key, text);
}

/** Asks for the server's time when the device's clock gives the session an impossible age. */
async function checkClock(api: Pick<Api, "getJson">, session: Session): Promise<void> {
  if (!Number.isNaN(serverAheadMs()) || isFresh(session)) return;
  try {
    const answer = await withTimeLimit(TIME_LIMIT_MS, (signal) => api.getJson("/api/live", signal));
    learnServerTime(v.parse(timeSchema, answer).now);
  } catch {
    // Without a response the device's clock applies.
  }
}
