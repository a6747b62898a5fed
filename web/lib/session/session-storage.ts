import * as v from "valibot";
import type { Session, SupportedStorage } from "@supabase/supabase-js";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { withTimeLimit } from "#shared/time-limit.ts";
import { learnServerTime, serverAheadMs, serverNow } from "#web/lib/clock.ts";
import type { Api } from "#web/lib/http/http.ts";
import { readText, removeStored, writeText } from "#web/lib/storage/storage.ts";
import { holdSession, sessionKey, sessionSchema, sessionText } from "./session-flag.ts";

/** The backend client renews a session that ends within this time. */
const RENEWAL_MARGIN_S = 90;
/** Timeout for the server's time when a session is read. */
const TIME_LIMIT_MS = 3_000;

const timeSchema = v.object({ now: v.string() });
const wholeSchema = v.custom<Session>((value) => v.is(sessionSchema, value));

/** Parses a stored session; null for anything else. */
export function parseSession(text: string | null): Session | null {
  const read = v.safeParse(wholeSchema, parseJson(text ?? ""));
  return read.success ? read.output : null;
}

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
      const { access_token: token, expires_at: kept = 0, expires_in: lengthS } = session;
      await (api && checkClock(api, kept, lengthS));
      const told = kept - Math.round((serverAheadMs() || 0) / 1000);
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
async function checkClock(
  api: Pick<Api, "getJson">,
  expiresAt: number,
  lengthS: number,
): Promise<void> {
  const leftS = expiresAt - serverNow() / 1000;
  const isPlausible = leftS > RENEWAL_MARGIN_S && leftS < lengthS + RENEWAL_MARGIN_S;
  if (!Number.isNaN(serverAheadMs()) || isPlausible) return;
  try {
    const answer = await withTimeLimit(TIME_LIMIT_MS, (signal) => api.getJson("/api/live", signal));
    learnServerTime(v.parse(timeSchema, answer).now);
  } catch {
    // Without a response the device's clock applies.
  }
}
