import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { syncFolder } from "#server/kit/files/sync-folder.ts";
import { replaceFile } from "#server/kit/files/atomic-file.ts";
import { manifestSchema, type TextManifest } from "./manifest.ts";
import {
  DamagedTextError,
  readManifest,
  textIds,
  wholeFiles,
  writeManifest,
} from "./text-folder.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const archiveSchema = z.object({
  manifest: manifestSchema,
  /** Content of each file that the manifest names. */
  files: z.record(z.string(), z.string()),
});

/** A text with its manifest, apart from any folder. */
export type TextArchive = z.infer<typeof archiveSchema>;

/**
 * Packs the texts that were imported from files, which no service could bring back. One that is damaged is
 * left out: the shelf tells the operator of it.
 *
 * @returns each as the content of one file.
 */
export async function packImportedTexts(
  root: string,
): Promise<{ readonly id: string; readonly content: Buffer }[]> {
  const packed: { id: string; content: Buffer }[] = [];
  for (const id of await textIds(root)) {
    const archive = await unlessDamaged(() => archiveImported(root, id));
    if (archive === null) continue;
    packed.push({ id, content: await compress(JSON.stringify(archive)) });
  }
  return packed;
}

/** @throws Error when the content is none that `packImportedTexts` made. */
export async function openTextArchive(content: Buffer): Promise<TextArchive> {
  const text = (await decompress(content)).toString("utf8");
  return archiveSchema.parse(JSON.parse(text));
}

/**
 * Puts a packed text on the shelf, as it was. One that is there already may be newer, and stays.
 *
 * @returns false when one was there.
 * @throws the error of the disk; then the shelf is as before.
 */
export async function putTextBack(
  root: string,
  { manifest, files }: TextArchive,
): Promise<boolean> {
  const { id } = manifest;
  if ((await unlessDamaged(() => readManifest(root, id))) !== null) return false;
  for (const { file } of manifest.books) {
    await replaceFile(join(root, id, file), files[file] ?? "");
  }
  await syncFolder(join(root, id));
  await writeManifest(root, manifest);
  return true;
}

/** Null for a text that was fetched, or a folder without one. */
async function archiveImported(root: string, id: string): Promise<TextArchive | null> {
  const found = await readManifest(root, id);
  if (found === null || found.manifest.serviceId !== null) return null;
  return { manifest: found.manifest, files: await contentsOf(root, found.manifest) };
}

async function contentsOf(root: string, manifest: TextManifest): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { file, content } of wholeFiles(root, manifest)) {
    files[file] = content.toString("utf8");
  }
  return files;
}

async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedTextError) return null;
    throw error;
  }
}
