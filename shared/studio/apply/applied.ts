import type { z } from "zod";
import type { Ministry } from "#shared/site/ministry.ts";
import type { DocumentKind, StudioDocument } from "#shared/studio/documents.ts";

/** What is bundled with the product, by name: a document that names something else is broken. */
export type KnownMedia = {
  readonly lineups: Readonly<Record<string, unknown>>;
  readonly clips: Pick<ReadonlyMap<string, unknown>, "keys">;
  /** Names of the picture files beside `ministry.json`; absent: all are believed. */
  readonly pictures?: Pick<ReadonlySet<string>, "has">;
};

/** A document that is left out, and why, for the operator's log and the studio. */
export type DocumentFault = { kind: DocumentKind; id: string; message: string };

/** The ministry with one kind of documents over it. */
export type ApplyResult = { ministry: Ministry; faults: readonly DocumentFault[] };

/**
 * Puts the documents of one kind over the ministry. What is broken is left out and named: a document
 * never stops a server.
 */
export type Applier = (
  ministry: Ministry,
  documents: readonly StudioDocument[],
  media: KnownMedia,
) => ApplyResult;

/** A document whose body fits its kind. */
export type ReadDocument<Body> = StudioDocument<Body> & { readonly body: Body };

/** The documents of a kind that can be read, and a fault for each other; what was removed is neither. */
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

/** A document's fault in words for the log. */
export function faultOf({ kind, id }: StudioDocument, message: string): DocumentFault {
  return { kind, id, message };
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? "cannot be read" : `${issue.path.join(".")}: ${issue.message}`;
}
