import * as v from "valibot";
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
  schema: v.GenericSchema<unknown, Body>,
  documents: readonly StudioDocument[],
): { read: readonly ReadDocument<Body>[]; faults: readonly DocumentFault[] } {
  const read: ReadDocument<Body>[] = [];
  const faults: DocumentFault[] = [];
  for (const document of documents) {
    if (document.body === null) continue;
    const result = v.safeParse(schema, document.body);
    if (result.success) read.push({ ...document, body: result.output });
    else faults.push(faultOf(document, firstIssue(result.issues)));
  }
  return { read, faults };
}

export function faultOf({ kind, id }: StudioDocument, message: string): DocumentFault {
  return { kind, id, message };
}

function firstIssue([issue]: readonly [v.GenericIssue, ...v.GenericIssue[]]): string {
  return `${v.getDotPath(issue) ?? ""}: ${issue.message}`;
}
