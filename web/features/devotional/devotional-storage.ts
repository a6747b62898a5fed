import * as v from "valibot";
import { devotionalEntrySchema } from "#shared/contracts/devotional.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { listOf, type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** Devotionals that were uploaded on this device; none: those that come with the product. */
export const DEVOTIONAL_STORE: StoredEntry<DevotionalEntry[]> = storedEntry(
  "devotionals",
  v.array(devotionalEntrySchema),
  [],
);

/** Where older versions kept the reader's own key of the speech provider (voice-key.data.ts). */
export const FORMER_VOICE_KEY: StoredEntry<{ key: string } | null> = storedEntry(
  "speech-provider-key",
  v.nullable(v.object({ key: v.pipe(v.string(), v.minLength(1), v.maxLength(500)) })),
  null,
);

/** A devotional that somebody wants to find again. */
export type KeptDevotional = {
  /** Route-table path and search that show it on any day. */
  path: string;
  title: string;
  /** "Day 5", or a date, in the language in which it was kept. */
  label: string;
};

/** Devotionals kept on this device, the last one first. */
export const KEPT_DEVOTIONALS: StoredEntry<KeptDevotional[]> = storedEntry(
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

/** Calendar days whose devotional was read on this device, the last one first. */
export const READ_DAYS: StoredEntry<string[]> = storedEntry(
  "devotionals-read",
  listOf(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))),
  [],
);
