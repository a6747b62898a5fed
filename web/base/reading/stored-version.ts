import * as v from "valibot";
import { TEXT_ID } from "#shared/bible/bible-versions.ts";
import type { StoredEntry } from "#web/lib/storage/storage-keys.ts";

/** Id of the last version read (S3.21), one of the five or a free text. */
export const STORED_VERSION: StoredEntry<string | null> = {
  key: "bible-version",
  schema: v.pipe(v.string(), v.regex(TEXT_ID)),
  fallback: null,
};
