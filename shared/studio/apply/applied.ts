import type { z } from "zod";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DocumentKind, StudioDocument } from "#shared/studio/documents.ts";

/** Bundled media by name; a document that names other media is invalid. */
export type KnownMedia = {
  readonly lineups: Readonly<Record<string, unknown>>;
  readonly clips: Pick<ReadonlyMap<string, unknown>, "keys">;
  /** Image files next to `ministry.json`; absent: any name is valid. */
  readonly pictures?: Pick<ReadonlySet<string>, "has">;
};

/** A skipped document, with the reason for the operator's log and the studio. */
export type DocumentFault = { kind: DocumentKind; id: string; message: string };

/** The ministry after documents of one kind were applied. */
export type ApplyResult = { ministry: Ministry; faults: readonly DocumentFault[] };

/**
 * Applies documents of one kind. Skips and reports invalid ones, so that a document never stops the
 * server.
 */
export type Applier = (
  ministry: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
) => ApplyResult;

export type ReadDocument<Body> = StudioDocument<Body> & { readonly body: Body };

/**
 * Returns the valid documents of a kind and a fault for each invalid one; removed documents are
 * skipped.
 */
export function parseBodies<Body>(
  schema: z.ZodType<Body>,
  documents: readonly StudioDocument[],
): { read: readonly ReadDocument<Body>[]; faults: readonly DocumentFault[] } {
  const read: ReadDocument<Body>[] = [];
  const faults: DocumentFault[] = [];
  for (const document of documents) {
    if (document.body === null) continue;
    const result = schema.safeParse(document.body);
    if (result.success) read.push({ ...document, body: result.data });
    else faults.push(faultOf(document, firstIssue(result.error)));
  }
  return { read, faults };
}

export function faultOf({ kind, id }: StudioDocument, message: string): DocumentFault {
  return { kind, id, message };
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? "cannot be read" : `${issue.path.join(".")}: ${issue.message}`;
}
