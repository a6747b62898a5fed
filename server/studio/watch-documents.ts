import type { Database } from "#server/database/database.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import type { DocumentReader } from "./read-documents.ts";

/** Channel that the documents' trigger announces changes on; see supabase/migrations. */
const CHANNEL = "studio_changed";

/** Where nobody tells of changes (a project elsewhere, a pooler in transaction mode), their number is asked for. */
const ASK_EVERY_MS = 4_000;
/** A notice may be lost with its connection. */
const ASK_EVERY_MS_WHEN_TOLD = 60_000;
/** What visitors may read changes by time alone, without another number. */
const READ_EVERY_MS_AS_VISITOR = 60_000;

type FollowNeeds = {
  reader: DocumentReader;
  /** Null with a project elsewhere, which tells us nothing. */
  database: Pick<Database, "listen"> | null;
  /** Told, as "studio", whether the documents can be read. */
  report: ReportFault;
  onChange: (documents: readonly StudioDocument[]) => void;
};

/**
 * Reads the documents now and whenever one changed, whoever did it and through whichever server. Without
 * an answer what was read before stays in force.
 *
 * @returns once the first reading is done or has failed.
 */
export async function watchDocuments(needs: FollowNeeds): Promise<{ stop(): void }> {
  const { reader, database, report, onChange } = needs;
  let knownRevision: number | null = null;
  let readAtMs = -Infinity;
  let reading: Promise<void> | null = null;
  let isStale = false;

  async function readOnce(): Promise<void> {
    const revision = await reader.revision();
    const isOld = reader.isVisitor === true && Date.now() - readAtMs >= READ_EVERY_MS_AS_VISITOR;
    if (revision === knownRevision && !isOld) return;
    const documents = await reader.read();
    knownRevision = revision;
    readAtMs = Date.now();
    onChange(documents);
  }

  /** One reading at a time; what changes meanwhile is read after it. */
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

  const isTold = await listen(database, () => void refresh());
  const timer = setInterval(() => void refresh(), isTold ? ASK_EVERY_MS_WHEN_TOLD : ASK_EVERY_MS);
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
