import * as v from "valibot";
import { isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { removeStored, writeStored } from "#web/lib/storage/storage.ts";

/** First day with something to read; the boot script reserves its space on Home. */
const NEXT_READING = storedEntry("nextReading", v.pipe(v.string(), v.check(isCalendarDay)), "");

/**
 * Stores the day of the next reading, and opens or closes its space on Home. @param day null
 * without a running plan.
 */
export function storeNextReading(day: string | null, today: string): void {
  document.documentElement.classList.toggle("has-reading", day === today);
  if (day === null) removeStored(NEXT_READING.key);
  else writeStored(NEXT_READING, day);
}
