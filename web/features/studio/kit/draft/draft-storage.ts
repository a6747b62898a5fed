import * as v from "valibot";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import type { DraftName } from "./drafts.data.ts";
import type { LocalDraft } from "./pick-draft.domain.ts";

const fields = v.record(v.string(), v.unknown());

const localDraftSchema = v.object({
  changes: fields,
  before: fields,
  at: v.string(),
  follows: v.nullable(v.string()),
  isSaved: v.boolean(),
});

/** Where the device keeps a draft. */
export function draftEntry({ author, kind, id }: DraftName): StoredEntry<LocalDraft | null> {
  return storedEntry(`studioDraft_${author}_${kind}_${id}`, v.nullable(localDraftSchema), null);
}

/** When somebody last did something in the studio on this device; ISO instant. */
export const LAST_STUDIO_ACT = storedEntry("studioLastAct", v.nullable(v.string()), null);
