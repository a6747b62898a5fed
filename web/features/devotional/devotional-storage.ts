import * as v from "valibot";
import { devotionalEntrySchema } from "#shared/contracts/devotional.ts";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

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
