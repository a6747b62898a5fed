import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { type PhoneSite, phoneSiteSchema } from "#shared/contracts/site.ts";

type StoredSite = { serverUrl: string; site: PhoneSite };

/** Site state of the last start, for starts without a connection. */
export const STORED_SITE: StoredEntry<StoredSite | null> = storedEntry(
  "phoneSite",
  v.nullable(v.object({ serverUrl: v.string(), site: phoneSiteSchema })),
  null,
);

/** Language chosen in the app; without a choice the device's language applies. */
export const CHOSEN_LANGUAGE: StoredEntry<Language | null> = storedEntry(
  "phoneLanguage",
  v.nullable(v.picklist(LANGUAGES)),
  null,
);
