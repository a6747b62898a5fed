import type { Database } from "#server/database/database.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import type { DocumentReader } from "./read-documents.ts";

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
  let reading: Promise<void> | null = null;
  let isStale = false;

  async function readOnce(): Promise<void> {
    const revision = await reader.revision();
    const isOld = reader.isVisitor === true && Date.now() - readAtMs >= VISITOR_READ_INTERVAL_MS;
    if (revision === knownRevision && !isOld) return;
    const documents = await reader.read();
    knownRevision = revision;
    readAtMs = Date.now();
    onChange(documents);
  }

  /** One reading at a time; a change in the meantime causes another one. */
  function refresh(): Promise<void> {
    isStale = true;
    reading ??= read().finally(() => (reading = null));
    return reading;
  }

  async function read(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        await readOnce();
        report("studio", null);
      } catch (error) {
        report("studio", error instanceof Error ? error.message : String(error));
      }
    }
  }

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
