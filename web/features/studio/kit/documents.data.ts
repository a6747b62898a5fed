import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type StudioDocument,
} from "#shared/studio/documents.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { type ApiResult, toApiResult, assertSucceeded } from "./result.ts";
import type { DocumentChange } from "./merge.domain.ts";
import { summaryLine } from "./clean-body.domain.ts";

/** Opens the backend client of this tab, for queries and event handlers. */
export type OpenClient = () => AccountSession["client"];

/** Returns the header by which this server knows the member of staff. */
export async function authorizationOf(open: OpenClient): Promise<string> {
  const { data } = await open().auth.getSession();
  return `Bearer ${data.session?.access_token ?? ""}`;
}

const kindSchema = v.picklist(DOCUMENT_KINDS);
const bodySchema = v.nullable(v.record(v.string(), v.unknown()));

const documentSchema = v.pipe(
  v.object({
    kind: kindSchema,
    id: v.string(),
    body: bodySchema,
    version: v.number(),
    updated_at: v.nullable(v.string()),
    updated_by_name: v.nullable(v.string()),
  }),
  v.transform(({ kind, id, body, version, updated_at, updated_by_name }): StudioDocument => ({
    kind,
    id,
    body,
    version,
    updatedAt: updated_at,
    updatedBy: updated_by_name,
  })),
);

const COLUMNS = "kind,id,body,version,updated_at,updated_by_name";
/** Lifetime of documents in the cache; actions and changes of other users refetch at once. */
export const DOCUMENT_STALE_TIME_MS = 10_000;

/** Document that was never published. */
export function emptyDocument(kind: DocumentKind, id: string): StudioDocument {
  return { kind, id, body: null, version: 0, updatedAt: null, updatedBy: null };
}

/** Query of the published document; version 0 without one. */
export function documentQuery(
  open: OpenClient,
  kind: DocumentKind,
  id: string,
): UseQueryOptions<StudioDocument> {
  return {
    queryKey: ["studio", "documents", kind, id],
    staleTime: DOCUMENT_STALE_TIME_MS,
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_documents")
        .select(COLUMNS)
        .eq("kind", kind)
        .eq("id", id)
        .abortSignal(signal);
      assertSucceeded(result);
      const [found] = v.parse(v.array(documentSchema), result.data);
      return found ?? emptyDocument(kind, id);
    },
  };
}

/**
 * Query of the published documents of a kind, by id. Contains removed ones with body null:
 * publishing them again needs their version.
 */
export function documentsQuery(
  open: OpenClient,
  kind: DocumentKind,
): UseQueryOptions<StudioDocument[]> {
  return {
    queryKey: ["studio", "documents", kind],
    staleTime: DOCUMENT_STALE_TIME_MS,
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_documents")
        .select(COLUMNS)
        .eq("kind", kind)
        .order("id")
        .abortSignal(signal);
      assertSucceeded(result);
      return v.parse(v.array(documentSchema), result.data);
    },
  };
}

const resultSchema = v.variant("outcome", [
  v.object({ outcome: v.literal("published"), document: documentSchema, revision: v.number() }),
  v.object({ outcome: v.literal("conflict"), document: documentSchema }),
]);

/**
 * Result of publishing: the new document with the revision that undoes it, or the conflicting one.
 */
export type PublishResult = v.InferOutput<typeof resultSchema>;

type Publishing = DocumentChange & {
  /** Description for the list of changes. */
  summary: string;
};

/** Publishes changes of a document, unless it changed in the meantime. */
export async function publish(
  open: OpenClient,
  { kind, id, changes, baseVersion, summary }: Publishing,
): Promise<ApiResult<PublishResult>> {
  const result = await open().rpc("studio_publish", {
    p_kind: kind,
    p_id: id,
    p_changes: changes,
    p_base_version: baseVersion,
    p_summary: summaryLine(summary),
  });
  return toApiResult(result, () => v.parse(resultSchema, result.data));
}

/** Removes a document; the values of ministry.json apply again. */
export async function removeDocument(
  open: OpenClient,
  { kind, id, baseVersion, summary }: Omit<Publishing, "changes">,
): Promise<ApiResult<PublishResult>> {
  const result = await open().rpc("studio_remove", {
    p_kind: kind,
    p_id: id,
    p_base_version: baseVersion,
    p_summary: summaryLine(summary),
  });
  return toApiResult(result, () => v.parse(resultSchema, result.data));
}

/** Restores the state before a revision, while it is the newest of its document. */
export async function undoRevision(
  open: OpenClient,
  revision: number,
): Promise<ApiResult<PublishResult>> {
  const result = await open().rpc("studio_undo", { p_revision: revision });
  return toApiResult(result, () => v.parse(resultSchema, result.data));
}

const manySchema = v.variant("outcome", [
  v.object({ outcome: v.literal("published"), batch: v.string() }),
  v.object({ outcome: v.literal("conflict"), document: documentSchema }),
]);

export type BatchResult = v.InferOutput<typeof manySchema>;

/** Publishes changes of several documents, all or none. */
export async function publishMany(
  open: OpenClient,
  many: readonly DocumentChange[],
  summary: string,
): Promise<ApiResult<BatchResult>> {
  const changes = many.map((one) => ({
    kind: one.kind,
    id: one.id,
    changes: one.changes,
    base_version: one.baseVersion,
  }));
  const result = await open().rpc("studio_change_many", {
    p_changes: changes,
    p_summary: summaryLine(summary),
  });
  return toApiResult(result, () => v.parse(manySchema, result.data));
}

/** Undoes a batch. */
export async function undoBatch(open: OpenClient, batch: string): Promise<ApiResult<BatchResult>> {
  const result = await open().rpc("studio_undo_batch", { p_batch: batch });
  return toApiResult(result, () => v.parse(manySchema, result.data));
}
