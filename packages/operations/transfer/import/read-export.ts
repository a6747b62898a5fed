import * as v from "valibot";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { hashFile } from "@reign-tv/kit/files/hashed-file.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { errorCode } from "@reign-tv/kit/start-error.ts";
import {
  type ExportedObject,
  type ExportedTable,
  type ExportManifest,
  exportedObjectSchema,
  MANIFEST_FILE,
  manifestSchema,
  OBJECTS_FILE,
  OBJECTS_FOLDER,
  type Row,
  rowSchema,
  tableFile,
} from "#operations/transfer/export-format.ts";

/** An export whose files were all verified. */
export type OpenExport = {
  readonly folder: string;
  readonly manifest: ExportManifest;
  /** Uploaded files, by version. */
  readonly objects: ReadonlyMap<string, ExportedObject>;
};

/** One row of a table's file. */
export type ExportLine = {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly row: Row;
};

/**
 * Opens an export and verifies that each row can be read and each file has its checksum.
 *
 * @param hasFiles false when the uploaded files are stored elsewhere.
 * @throws Error in one sentence that names the file, and the line when there is one.
 */
export async function openExport(folder: string, hasFiles = true): Promise<OpenExport> {
  const manifest = await readManifest(folder);
  for (const table of manifest.tables) {
    await verifyLines(folder, tableFile(table.name), table);
  }
  const objects = new Map<string, ExportedObject>();
  const list = { file: OBJECTS_FILE, ...manifest.objects };
  for await (const { number, row } of readLines(folder, OBJECTS_FILE)) {
    const object = v.safeParse(exportedObjectSchema, row);
    if (!object.success) throw brokenLine(OBJECTS_FILE, number);
    objects.set(object.output.version, object.output);
  }
  await verifySum(folder, OBJECTS_FILE, list);
  if (hasFiles) for (const object of objects.values()) await verifyObject(folder, object);
  return { folder, manifest, objects };
}

/** Reads the rows of a table one by one. */
export function tableLines(
  { folder }: OpenExport,
  table: ExportedTable,
): AsyncGenerator<ExportLine> {
  return readLines(folder, tableFile(table.name));
}

export function objectPath({ folder }: Pick<OpenExport, "folder">, version: string): string {
  return join(folder, OBJECTS_FOLDER, version);
}

async function readManifest(folder: string): Promise<ExportManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST_FILE), "utf8");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new Error(
      `${folder} does not contain a complete export: ${MANIFEST_FILE}, which is written last, is missing.`,
      { cause: error },
    );
  }
  const parsed = v.safeParse(manifestSchema, parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(
      `${MANIFEST_FILE} is none of an export that this release can read (${v.getDotPath(issue) ?? ""}: ${issue.message}).`,
    );
  }
  return parsed.output;
}

async function verifyLines(
  folder: string,
  file: string,
  expected: { readonly rows: number; readonly bytes: number; readonly sha256: string },
): Promise<void> {
  let rows = 0;
  for await (const line of readLines(folder, file)) rows = line.number;
  await verifySum(folder, file, expected);
  if (rows !== expected.rows) {
    throw new Error(`${file} has ${rows} rows, and ${expected.rows} were written.`);
  }
}

async function verifyObject(folder: string, object: ExportedObject): Promise<void> {
  await verifySum(folder, `${OBJECTS_FOLDER}/${object.version}`, object);
}

async function verifySum(
  folder: string,
  file: string,
  expected: { readonly bytes: number; readonly sha256: string },
): Promise<void> {
  const path = join(folder, file);
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new Error(`${file} is missing: copy the export again.`, { cause });
  });
  if (size === expected.bytes && (await hashFile(path)).sha256 === expected.sha256) return;
  throw new Error(`${file} was changed or damaged (checksum differs): copy the export again.`);
}

/** Only a line feed ends a line: user texts hold other separators. */
async function* readLines(folder: string, file: string): AsyncGenerator<ExportLine> {
  const stream = createReadStream(join(folder, file), "utf8");
  let rest = "";
  let number = 0;
  try {
    for await (const chunk of stream) {
      const lines = (rest + String(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) yield parseLine(file, text, ++number);
    }
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") throw cause;
    throw new Error(`${file} is missing: copy the export again.`, { cause });
  }
  if (rest !== "") throw brokenLine(file, number + 1);
}

function parseLine(file: string, text: string, number: number): ExportLine {
  const row = v.safeParse(rowSchema, parseJson(text));
  if (!row.success) throw brokenLine(file, number);
  return { number, text, row: row.output };
}

function brokenLine(file: string, number: number): Error {
  return new Error(`${file}, line ${number}: not a row of an export. Copy the export again.`);
}
