import * as v from "valibot";
import type { Session } from "@supabase/supabase-js";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { serverNow } from "#web/lib/clock.ts";
import { readText, subscribeToStorage } from "#web/lib/storage/storage.ts";
import { useSyncExternalStore } from "react";
import { needsMfa } from "./assurance.ts";
import { hasStoredSession, sessionKey, sessionSchema, sessionText } from "./session-flag.ts";

/** The backend client renews a session that ends within this time. */
const RENEWAL_MARGIN_S = 90;

const wholeSchema = v.custom<Session>((value) => v.is(sessionSchema, value));

/** Parses a stored session; null for anything else. */
export function parseSession(text: string | null): Session | null {
  const read = v.safeParse(wholeSchema, parseJson(text ?? ""));
  return read.success ? read.output : null;
}

/**
 * Returns true while a stored session needs no renewal by the clock as far as it is known, and its
 * remaining time is possible: otherwise the device's clock may be wrong.
 */
export function isFresh(session: Session): boolean {
  return leftS(session) > RENEWAL_MARGIN_S && !isFromFuture(session);
}

/** Returns true when more time is left than a session has: a clock was ahead when it began. */
export function isFromFuture(session: Session): boolean {
  return leftS(session) >= session.expires_in + RENEWAL_MARGIN_S;
}

function leftS({ expires_at: endS = 0 }: Session): number {
  return endS - serverNow() / 1000;
}

/**
 * Returns the stored session, or null without one or before its second factor. Works offline, before
 * the backend client is loaded.
 */
export function storedSession(): Session | null {
  const session = parseSession(sessionText());
  return session && !needsMfa(session) ? session : null;
}

/** Returns the user id of the stored session, or null. */
export function storedUserId(): string | null {
  return storedSession()?.user.id ?? null;
}

/** Returns the name of the signed-in user, else the address; null without a session. */
export function useStoredName(): string | null {
  return useSyncExternalStore(subscribeToStorage, storedName, () => null);
}

function storedName(): string | null {
  const user = storedSession()?.user;
  if (!user) return null;
  const name: unknown = user.user_metadata?.["full_name"];
  return typeof name === "string" ? name : (user.email ?? "");
}

/** Returns true when the browser cannot store the session, which then ends with the tab. */
export function isSessionHeld(): boolean {
  return hasStoredSession() && readText(sessionKey()) === null;
}
