import { readFile } from "node:fs/promises";
import { setImmediate as pause } from "node:timers/promises";
import { createTableReader, type ReferenceTable, TableFault } from "./reference-table.domain.ts";

/** The table of cross-references, read at the first call. @throws Error that names file and line. */
export type CrossReferences = () => Promise<ReferenceTable>;

/**
 * Opens the table of a file. One that cannot be read is told once in words and tried again at the next call, so that a
 * file that was put right needs no new start.
 *
 * @param report is told what is wrong, or null when it is right again.
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
    if (error instanceof TableFault) throw new Error(`${path}, ${error.message}`, { cause: error });
    throw error;
  }
}

/** Lines that are read at once; other requests are answered in between. */
const LINES_AT_ONCE = 10_000;

/** @throws TableFault for the first line that is none of a table. */
export async function readReferenceTable(text: string): Promise<ReferenceTable> {
  const reader = createTableReader();
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    reader.take(line);
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause();
  }
  return reader.finish();
}
