import type { UseQueryOptions } from "@tanstack/react-query";
import type { DocumentKind } from "#shared/studio/documents.ts";
import { type ApiResult, assertSucceeded, toApiResult } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";
import type { Patch } from "#web/features/studio/kit/merge.domain.ts";
import { type SavedDraft, type Draft, NO_DRAFT } from "./pick-draft.domain.ts";
import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";

/** Key of a draft: its author and its document. */
export type DraftName = { kind: DocumentKind; id: string; author: string };

const fields = v.record(v.string(), v.unknown());
const draftSchema = v.object({
  body: v.object({ changes: fields, before: fields }),
  updated_at: v.string(),
});

/** Reads the user's draft of a document; null without one. */
export async function readDraft(
  open: OpenClient,
  { kind, id, author }: DraftName,
): Promise<ApiResult<SavedDraft | null>> {
  const result = await open()
    .from("studio_drafts")
    .select("body,updated_at")
    .eq("kind", kind)
    .eq("id", id)
    .eq("author", author);
  return toApiResult(result, () => {
    const [row] = v.parse(v.array(draftSchema), result.data);
    return row ? { patch: row.body, savedAt: row.updated_at } : null;
  });
}

const listedDrafts = v.array(
  v.pipe(
    v.object({ id: v.string(), body: v.object({ changes: fields }) }),
    v.transform(({ id, body: { changes } }) => ({ id, changes })),
  ),
);
type ListedDraft = v.InferOutput<typeof listedDrafts>[number];
type DraftsKey = ["studio", "drafts", DocumentKind];

/** Key of the query of the user's drafts of a kind. */
export const draftsKey = (kind: DocumentKind): DraftsKey => ["studio", "drafts", kind];

/** Query of the user's saved drafts of a kind, latest first; policies hide those of others. */
export function draftsQuery(open: OpenClient, kind: DocumentKind): UseQueryOptions<ListedDraft[]> {
  return {
    queryKey: draftsKey(kind),
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_drafts")
        .select("id,body")
        .eq("kind", kind)
        .order("updated_at", { ascending: false })
        .abortSignal(signal);
      assertSucceeded(result);
      return v.parse(listedDrafts, result.data);
    },
  };
}

/** Saves a draft. @returns time of the save, by the database's clock. */
export async function writeDraft(
  open: OpenClient,
  { kind, id, author }: DraftName,
  patch: Patch,
  baseVersion: number,
): Promise<ApiResult<string>> {
  const result = await open()
    .from("studio_drafts")
    .upsert({ kind, id, author, body: patch, base_version: baseVersion })
    .select("updated_at");
  return toApiResult(result, () => {
    const [row] = v.parse(v.array(v.object({ updated_at: v.string() })), result.data);
    return row?.updated_at ?? "";
  });
}

/** Deletes a draft. */
export async function deleteDraft(
  open: OpenClient,
  { kind, id, author }: DraftName,
): Promise<ApiResult<null>> {
  const result = await open()
    .from("studio_drafts")
    .delete()
    .eq("kind", kind)
    .eq("id", id)
    .eq("author", author);
  return toApiResult(result, () => null);
}

const storedDraftSchema = v.object({
  changes: fields,
  before: fields,
  at: v.pipe(v.string(), v.check(isInstant)),
  follows: v.nullable(v.string()),
  isSaved: v.boolean(),
});

/** Device storage of a draft, shared by all tabs. */
export function draftEntry({ author, kind, id }: DraftName): StoredEntry<Draft> {
  return storedEntry(`studioDraft_${author}_${kind}_${id}`, storedDraftSchema, NO_DRAFT);
}

/** ISO instant of the last action in the studio on this device. */
export const LAST_STUDIO_ACTION = storedEntry("studioLastAct", v.nullable(v.string()), null);
