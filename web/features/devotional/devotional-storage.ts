import * as v from "valibot";
import { devotionalEntrySchema } from "#shared/contracts/devotional.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { listOf, type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** Devotionals uploaded on this device; empty for the product's own. */
export const DEVOTIONAL_STORE: StoredEntry<DevotionalEntry[]> = storedEntry(
  "devotionals",
  v.array(devotionalEntrySchema),
  [],
);

/** Former storage of the reader's own key of the speech provider (voice-key.data.ts). */
export const FORMER_VOICE_KEY: StoredEntry<{ key: string } | null> = storedEntry(
  "speech-provider-key",
  v.nullable(v.object({ key: v.pipe(v.string(), v.minLength(1), v.maxLength(500)) })),
  null,
);

/** A saved devotional. */
export type SavedDevotional = {
  /** Route path and search part that show it on any day. */
  path: string;
  title: string;
  /** "Day 5", or a date, in the language of the page that saved it. */
  label: string;
};

/** Devotionals saved on this device, newest first. */
export const SAVED_DEVOTIONALS: StoredEntry<SavedDevotional[]> = storedEntry(
  "devotionals-kept",
  listOf(
    v.object({
      path: v.pipe(v.string(), v.regex(/^\/devotional(\?day=\d{1,2}|(\/\d{2,4}){3})$/)),
      title: v.pipe(v.string(), v.maxLength(300)),
      label: v.pipe(v.string(), v.maxLength(100)),
    }),
  ),
  [],
);

/** Calendar days whose devotional was read on this device, newest first. */
export const READ_DAYS: StoredEntry<string[]> = storedEntry(
  "devotionals-read",
  listOf(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))),
  [],
);
