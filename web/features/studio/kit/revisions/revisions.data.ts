import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type DocumentKind, KIND_PERMISSIONS } from "#shared/studio/documents.ts";
import { assertAnswered } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const revisionSchema = z
  .object({
    id: z.number(),
    kind: z.string(),
    document_id: z.string(),
    version: z.number(),
    before: z.record(z.string(), z.json()).nullable(),
    summary: z.string(),
    by_name: z.string().nullable(),
    at: z.string(),
    batch: z.string().nullable(),
  })
  .transform(({ document_id: documentId, by_name: byName, ...rest }) => ({
    ...rest,
    documentId,
    byName,
  }));

/** One published change: what was there before it, and who made it. */
export type Revision = z.infer<typeof revisionSchema>;

const COLUMNS = "id,kind,document_id,version,before,summary,by_name,at,batch";
/** As many as the database keeps of a document. */
const KEPT_REVISIONS = 30;

type RevisionKey = ["studio", "revisions", ...string[]];
type RevisionsOptions = UseQueryOptions<Revision[], Error, Revision[], RevisionKey>;

/** The last changes of one document, the newest first. */
export function documentRevisionsQuery(
  open: OpenClient,
  kind: DocumentKind,
  id: string,
): RevisionsOptions {
  const queryKey: RevisionKey = ["studio", "revisions", kind, id];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const answer = await open()
        .from("studio_revisions")
        .select(COLUMNS)
        .eq("kind", kind)
        .eq("document_id", id)
        .order("id", { ascending: false })
        .limit(KEPT_REVISIONS)
        .abortSignal(signal)
        .retry(false);
      assertAnswered(answer);
      return z.array(revisionSchema).parse(answer.data);
    },
  });
}

/** The last changes of all that one may change, the newest first; of those made together, the newest alone. */
export function lastChangesQuery(open: OpenClient, count: number): RevisionsOptions {
  const queryKey: RevisionKey = ["studio", "revisions"];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const answer = await open()
        .from("studio_revisions")
        .select(COLUMNS)
        .in("kind", Object.keys(KIND_PERMISSIONS))
        .order("id", { ascending: false })
        // A batch counts once, however many documents it has changed.
        .limit(count * KEPT_REVISIONS)
        .abortSignal(signal)
        .retry(false);
      assertAnswered(answer);
      const all = z.array(revisionSchema).parse(answer.data);
      const isFirstOfBatch = ({ batch }: Revision, index: number): boolean =>
        batch === null || all.findIndex((other) => other.batch === batch) === index;
      return all.filter(isFirstOfBatch).slice(0, count);
    },
  });
}
