import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import type { DraftName } from "./drafts.data.ts";
import { type Draft, NO_DRAFT } from "./pick-draft.domain.ts";

const fields = v.record(v.string(), v.unknown());

const draftSchema = v.object({
  changes: fields,
  before: fields,
  at: v.pipe(v.string(), v.isoTimestamp()),
  follows: v.nullable(v.string()),
  isSaved: v.boolean(),
});

/** Device storage of a draft, shared by all tabs. */
export function draftEntry({ author, kind, id }: DraftName): StoredEntry<Draft> {
  return storedEntry(`studioDraft_${author}_${kind}_${id}`, draftSchema, NO_DRAFT);
}

/** ISO instant of the last action in the studio on this device. */
export const LAST_STUDIO_ACTION = storedEntry("studioLastAct", v.nullable(v.string()), null);
