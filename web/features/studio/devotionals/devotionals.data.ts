import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type DevotionalBody, devotionalBody } from "#shared/studio/kinds/devotional.ts";
import { type ApiResult, toApiResult, assertSucceeded } from "#web/features/studio/kit/result.ts";
import {
  DOCUMENT_STALE_TIME_MS,
  type OpenClient,
} from "#web/features/studio/kit/documents.data.ts";
import type { StoredDay } from "./month-plan.domain.ts";

const KIND = "devotional";
/** Ids per request, which keeps the URL short. */
const MAX_IDS_PER_REQUEST = 100;

const storedSchema = v.array(
  v.pipe(
    v.object({
      id: v.string(),
      title: v.nullable(v.string()),
      publish_at: v.nullable(v.string()),
    }),
    v.transform(({ id, title, publish_at: publishAt }): StoredDay => ({
      id,
      title: title ?? "",
      publishAt,
    })),
  ),
);

/**
 * Leaves the texts out. Typed as string: the client would parse the literal, and cannot parse this
 * one.
 */
const HEAD_COLUMNS: string = "id,title:body->>title,publish_at:body->>publishAt";

/** Query of the published days of a month ("2026-11") in all languages, without texts. */
export function monthQuery(open: OpenClient, month: string): UseQueryOptions<StoredDay[]> {
  return {
    queryKey: ["studio", "documents", KIND, "month", month],
    staleTime: DOCUMENT_STALE_TIME_MS,
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_documents")
        .select(HEAD_COLUMNS)
        .eq("kind", KIND)
        .not("body", "is", null)
        .like("id", `${month}-%`)
        .abortSignal(signal);
      assertSucceeded(result);
      return v.parse(storedSchema, result.data);
    },
  };
}

/** Query of the ids of a month's days with a draft of the user. */
export function monthDraftsQuery(open: OpenClient, month: string): UseQueryOptions<string[]> {
  return {
    queryKey: ["studio", "documents", KIND, "drafts", month],
    staleTime: DOCUMENT_STALE_TIME_MS,
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_drafts")
        .select("id")
        .eq("kind", KIND)
        .like("id", `${month}-%`)
        .abortSignal(signal);
      assertSucceeded(result);
      return v.parse(v.array(v.object({ id: v.string() })), result.data).map(({ id }) => id);
    },
  };
}

const versionSchema = v.array(
  v.object({
    id: v.string(),
    version: v.number(),
    body: v.fallback(v.nullable(devotionalBody), null),
  }),
);

/** State of a document before it is replaced. */
export type DocumentState = {
  /** 0 when the document never existed. */
  version: number;
  /** Null when nothing is published. */
  body: DevotionalBody | null;
};

/** Reads the current state of documents. An id without an entry never existed. */
export async function readDocumentStates(
  open: OpenClient,
  ids: readonly string[],
): Promise<ApiResult<ReadonlyMap<string, DocumentState>>> {
  const states = new Map<string, DocumentState>();
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_REQUEST) {
    const result = await open()
      .from("studio_documents")
      .select("id,version,body")
      .eq("kind", KIND)
      .in("id", ids.slice(from, from + MAX_IDS_PER_REQUEST));
    const read = toApiResult(result, () => v.parse(versionSchema, result.data));
    if (!read.ok) return read;
    for (const { id, version, body } of read.value) states.set(id, { version, body });
  }
  return { ok: true, value: states };
}
