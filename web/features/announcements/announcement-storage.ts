import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

/** Announcements that were dismissed on this device, by id and version. */
export const DISMISSED = storedEntry("dismissedAnnouncements", v.array(v.string()), []);

const MOST_KEPT = 40;

/** With one more, the oldest forgotten: what it was about is long over. */
export function withDismissed(keys: readonly string[], key: string): string[] {
  return [...keys.filter((kept) => kept !== key), key].slice(-MOST_KEPT);
}
