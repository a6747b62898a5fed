import * as v from "valibot";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { readText } from "#web/lib/storage/storage.ts";
import { needsMfa } from "./assurance.ts";
import { hasStoredSession, sessionKey, sessionText } from "./session-flag.ts";

const storedSchema = v.object({
  access_token: v.string(),
  user: v.object({
    id: v.string(),
    factors: v.optional(v.array(v.object({ status: v.string() }))),
  }),
});

/**
 * Returns the user id of the complete stored session, or null. Works offline, before the backend
 * client is loaded.
 */
export function storedUserId(): string | null {
  if (!hasStoredSession()) return null;
  const stored = v.safeParse(storedSchema, parseJson(sessionText() ?? ""));
  return stored.success && !needsMfa(stored.output) ? stored.output.user.id : null;
}

/** Returns true when the browser cannot store the session, which then ends with the tab. */
export function isSessionHeld(): boolean {
  return hasStoredSession() && readText(sessionKey()) === null;
}
