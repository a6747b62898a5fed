import { readFile } from "node:fs/promises";
import { setImmediate as pause } from "node:timers/promises";
import { createTableReader, type ReferenceTable, TableError } from "./reference-table.domain.ts";

/** Returns the table, read at the first call. @throws Error that names file and line. */
export type CrossReferences = () => Promise<ReferenceTable>;

/**
 * Opens the table of a file. After a failure, the next call reads the file again.
 *
 * @param report receives the error message, or null once the table is read.
 */
export function openReferences(
  path: string,
  report: (problem: string | null) => void,
): CrossReferences {
  let reading: Promise<ReferenceTable> | null = null;
  return () => {
    reading ??= read(path).then(
      (table) => {
        report(null);
        return table;
      },
      (error: unknown) => {
        reading = null;
        report(error instanceof Error ? error.message : "unknown");
        throw error;
      },
    );
    return reading;
  };
}

async function read(path: string): Promise<ReferenceTable> {
  const text = await readFile(path, "utf8");
  try {
    return await readReferenceTable(text);
  } catch (error) {
    if (error instanceof TableError) throw new Error(`${path}, ${error.message}`, { cause: error });
    throw error;
  }
}

/** Yield to other requests after this many lines. */
const LINES_AT_ONCE = 10_000;

/** @throws TableError for the first invalid line. */
export async function readReferenceTable(text: string): Promise<ReferenceTable> {
  const reader = createTableReader();
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    reader.take(line);
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause();
  }
  return reader.finish();
}
