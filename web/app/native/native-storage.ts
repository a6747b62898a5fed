import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { type PhoneSite, phoneSiteSchema } from "#shared/contracts/site.ts";

type KeptSite = { serverUrl: string; site: PhoneSite };

/** What a server last said about the site, for starts without a connection. */
export const KEPT_SITE: StoredEntry<KeptSite | null> = storedEntry(
  "phoneSite",
  v.nullable(v.object({ serverUrl: v.string(), site: phoneSiteSchema })),
  null,
);

/** The language that was chosen in the app; without a choice the device's own. */
export const CHOSEN_LANGUAGE: StoredEntry<Language | null> = storedEntry(
  "phoneLanguage",
  v.nullable(v.picklist(LANGUAGES)),
  null,
);
