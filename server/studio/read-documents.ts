import * as v from "valibot";
import { DOCUMENT_KINDS, type StudioDocument } from "#shared/studio/documents.ts";
import type { Transport } from "#shared/transport.ts";
import type { Database } from "@reign-tv/backend";
import { coalesceCalls } from "@reign-tv/kit/coalesce-calls.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { reportOutcome } from "@reign-tv/kit/report-outcome.ts";
import { callRpc } from "./call-rpc.ts";

const rowsSchema = v.array(
  v.object({
    kind: v.picklist(DOCUMENT_KINDS),
    id: v.string(),
    body: v.nullable(v.record(v.string(), v.unknown())),
    version: v.number(),
    updated_at: v.string(),
  }),
);
const stateSchema = v.array(v.object({ revision: v.number() }));

export type DocumentsDeps = {
  /** Calls the backend's REST service. */
  transport: Transport;
  publishableKey: string;
};

/** Reads the published documents. */
type DocumentReader = {
  /** True if it reads as a visitor, who does not see future announcements and hidden documents. */
  readonly isVisitor?: boolean;
  /** A number that increases with each change. */
  revision(): Promise<number>;
  /** All documents of the ministry, except devotionals, which are read by their pages. */
  read(): Promise<StudioDocument[]>;
};

/**
 * Reads with the secret key if there is one: the server needs hidden documents and future announcements.
 *
 * @throws Error from its functions when the backend fails.
 */
export function createDocumentReader({
  transport,
  publishableKey,
  secretKey = null,
}: DocumentsDeps & { secretKey?: string | null }): DocumentReader {
  const headers: Record<string, string> =
    secretKey === null
      ? { apikey: publishableKey }
      : { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  async function rows<Row>(schema: v.GenericSchema<unknown, Row>, path: string): Promise<Row> {
    const response = await transport(`/rest/v1/${path}`, { headers });
    if (!response.ok) throw new Error(`The studio could not be read: HTTP ${response.status}`);
    return v.parse(schema, await response.json());
  }

  return {
    isVisitor: secretKey === null,
    async revision() {
      const [state] = await rows(stateSchema, "studio_state?select=revision");
      return state?.revision ?? 0;
    },
    async read() {
      const found = await rows(rowsSchema, "rpc/studio_published");
      // The publisher's name is visible to staff only.
      return found.map(({ updated_at: updatedAt, ...row }) => ({
        ...row,
        updatedAt,
        updatedBy: null,
      }));
    },
  };
}

const previewSchema = v.nullable(
  v.object({
    kind: v.picklist(DOCUMENT_KINDS),
    id: v.string(),
    body: v.record(v.string(), v.unknown()),
  }),
);

/** An unpublished document in a preview. */
export type PreviewedDocument = Pick<StudioDocument, "kind" | "id"> & {
  readonly body: NonNullable<StudioDocument["body"]>;
};

/** Finds the document of a preview token; null for an expired or unknown one. */
type PreviewReader = (token: string) => Promise<PreviewedDocument | null>;

/** Created by the database: 32 random bytes in hex. */
const TOKEN = /^[0-9a-f]{64}$/;
/** Limit on remembered invalid tokens, which stay invalid. */
const REMEMBERED_TOKENS = 10_000;

/** @throws Error from the reader when the backend fails. */
export function createPreviewReader(deps: DocumentsDeps): PreviewReader {
  const unknown = new Set<string>();
  return async (token) => {
    if (!TOKEN.test(token) || unknown.has(token)) return null;
    const response = await callRpc(deps, "studio_previewed", { p_token: token });
    if (!response.ok) throw new Error(`A preview could not be read: HTTP ${response.status}`);
    const preview = v.parse(previewSchema, await response.json());
    if (preview === null) {
      if (unknown.size === REMEMBERED_TOKENS) unknown.clear();
      unknown.add(token);
    }
    return preview;
  };
}

/** NOTIFY channel of the documents' trigger; see supabase/migrations. */
const CHANNEL = "studio_changed";

/** Polling interval without notifications (external project, pooler in transaction mode). */
const POLL_INTERVAL_MS = 4_000;
/** A notification may be lost with its connection. */
const NOTIFIED_POLL_INTERVAL_MS = 60_000;
/** The documents of visitors also change with time, without a new revision. */
const VISITOR_READ_INTERVAL_MS = 60_000;

type WatchDocumentsDeps = {
  reader: DocumentReader;
  /** Null with an external project, which sends no notifications. */
  database: Pick<Database, "listen"> | null;
  /** Receives failures under the name "studio". */
  report: ReportFault;
  onChange: (documents: readonly StudioDocument[]) => void;
};

/**
 * Reads the documents now and after each change by any server or by SQL. After a failure the last documents stay in
 * use.
 *
 * @returns after the first reading, successful or not.
 */
export async function watchDocuments(deps: WatchDocumentsDeps): Promise<{ stop(): void }> {
  const { reader, database, report, onChange } = deps;
  let knownRevision: number | null = null;
  let readAtMs = -Infinity;

  async function readOnce(): Promise<void> {
    const revision = await reader.revision();
    const isOld = reader.isVisitor === true && Date.now() - readAtMs >= VISITOR_READ_INTERVAL_MS;
    if (revision === knownRevision && !isOld) return;
    const documents = await reader.read();
    knownRevision = revision;
    readAtMs = Date.now();
    onChange(documents);
  }

  const refresh = coalesceCalls(() => reportOutcome(report, "studio", readOnce()));

  const isNotified = await listen(database, () => void refresh());
  const timer = setInterval(
    () => void refresh(),
    isNotified ? NOTIFIED_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  );
  timer.unref();
  await refresh();
  return { stop: () => clearInterval(timer) };
}

async function listen(
  database: Pick<Database, "listen"> | null,
  onNotice: () => void,
): Promise<boolean> {
  if (database === null) return false;
  try {
    await database.listen(CHANNEL, { onNotice, onStart: onNotice });
    return true;
  } catch {
    return false;
  }
}
