import { tableFile } from "#operations/transfer/export-format.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { ExportLine } from "./read-export.ts";

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 2_000_000;

/**
 * Sends rows in batches. Sends the rows of a rejected batch one by one, to find the invalid one.
 *
 * @param send takes all of a batch or nothing of it.
 * @returns number of rows sent.
 * @throws Error that names file and line, with the error of `send`.
 */
export async function sendInBatches(
  table: string,
  lines: AsyncIterable<ExportLine>,
  send: (batch: readonly ExportLine[]) => Promise<void>,
): Promise<number> {
  let sent = 0;
  for await (const batch of batchesOf(lines)) {
    await send(batch).catch((error: unknown) => sendEach(table, batch, send, error));
    sent += batch.length;
  }
  return sent;
}

async function sendEach(
  table: string,
  batch: readonly ExportLine[],
  send: (batch: readonly ExportLine[]) => Promise<void>,
  error: unknown,
): Promise<void> {
  if (error instanceof TableRejectedError) throw error;
  for (const line of batch) {
    try {
      await send([line]);
    } catch (cause) {
      const message = messageOf(cause);
      throw new Error(`${tableFile(table)}, line ${line.number}: ${message}`, { cause });
    }
  }
}

/** A table that the target rejects, whatever its rows are. */
export class TableRejectedError extends Error {}

async function* batchesOf(lines: AsyncIterable<ExportLine>): AsyncGenerator<ExportLine[]> {
  let batch: ExportLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    characters += line.text.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
