import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as v from "valibot";
import { syncFolder, replaceFile } from "#server/kit/files/atomic-file.ts";
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

const archiveSchema = v.object({
  manifest: manifestSchema,
  /** Content of each file that the manifest names. */
  files: v.record(v.string(), v.string()),
});

/** A text with its manifest, independent of a folder. */
export type TextArchive = v.InferOutput<typeof archiveSchema>;

/**
 * Packs the texts that were imported from files: no service can restore them. Skips damaged ones, which the text store
 * reports to the operator.
 *
 * @returns each as the content of one file.
 */
export async function packImportedTexts(
  root: string,
): Promise<{ readonly id: string; readonly content: Buffer }[]> {
  const archives: { id: string; content: Buffer }[] = [];
  for (const id of await textIds(root)) {
    const archive = await unlessDamaged(() => archiveImported(root, id));
    if (archive === null) continue;
    archives.push({ id, content: await compress(JSON.stringify(archive)) });
  }
  return archives;
}

/** @throws Error when `packImportedTexts` did not make the content. */
export async function openTextArchive(content: Buffer): Promise<TextArchive> {
  const text = (await decompress(content)).toString("utf8");
  return v.parse(archiveSchema, JSON.parse(text));
}

/**
 * Restores a archives text. An installed text of the same id may be newer and stays.
 *
 * @returns false when one was installed.
 * @throws disk errors; the text is then not installed.
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

/** Returns null for a fetched text, or a folder without a text. */
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
