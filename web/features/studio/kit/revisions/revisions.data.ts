import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type DocumentKind, KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { assertSucceeded } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const revisionSchema = v.pipe(
  v.object({
    id: v.number(),
    kind: v.string(),
    document_id: v.string(),
    version: v.number(),
    before: v.nullable(v.record(v.string(), v.unknown())),
    summary: v.string(),
    by_name: v.nullable(v.string()),
    at: v.string(),
    batch: v.nullable(v.string()),
  }),
  v.transform(({ document_id: documentId, by_name: byName, ...rest }) => ({
    ...rest,
    documentId,
    byName,
  })),
);

/** Published change with its author and the state before it. */
export type Revision = v.InferOutput<typeof revisionSchema>;

const COLUMNS = "id,kind,document_id,version,before,summary,by_name,at,batch";
/** Revisions that the database stores for each document. */
const MAX_REVISIONS = 30;

type RevisionsOptions = UseQueryOptions<Revision[]>;

/** Query of the last changes of one document, newest first. */
export function documentRevisionsQuery(
  open: OpenClient,
  kind: DocumentKind,
  id: string,
): RevisionsOptions {
  return {
    queryKey: ["studio", "revisions", kind, id],
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_revisions")
        .select(COLUMNS)
        .eq("kind", kind)
        .eq("document_id", id)
        .order("id", { ascending: false })
        .limit(MAX_REVISIONS)
        .abortSignal(signal)
        .retry(false);
      assertSucceeded(result);
      return v.parse(v.array(revisionSchema), result.data);
    },
  };
}

/** Query of the last changes that the user may see, newest first; a batch shows its newest only. */
export function lastChangesQuery(open: OpenClient, count: number): RevisionsOptions {
  return {
    queryKey: ["studio", "revisions"],
    async queryFn({ signal }) {
      const result = await open()
        .from("studio_revisions")
        .select(COLUMNS)
        .in("kind", Object.keys(KIND_PERMISSIONS))
        .order("id", { ascending: false })
        // A batch counts once, whatever its number of documents.
        .limit(count * MAX_REVISIONS)
        .abortSignal(signal)
        .retry(false);
      assertSucceeded(result);
      const all = v.parse(v.array(revisionSchema), result.data);
      const isFirstOfBatch = ({ batch }: Revision, index: number): boolean =>
        batch === null || all.findIndex((other) => other.batch === batch) === index;
      return all.filter(isFirstOfBatch).slice(0, count);
    },
  };
}
