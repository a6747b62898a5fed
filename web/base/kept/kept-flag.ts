import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";

/** A download of kept media is unfinished: the next page of this site goes on with it. */
export const KEEPS_ON = storedEntry("keepsOn", v.boolean(), false);
