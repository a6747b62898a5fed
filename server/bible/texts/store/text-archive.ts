import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import * as v from "valibot";
import type { ExtraFiles } from "@reign-tv/operations/backup/extra-files.ts";
import { syncFolder, replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { manifestSchema, type TextManifest } from "./manifest.ts";
import {
  DamagedTextError,
  readManifest,
  textIds,
  textsFolder,
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
type TextArchive = v.InferOutput<typeof archiveSchema>;

/**
 * The imported texts of a server, for its backups. Downloaded ones are in none: the server downloads them again. Skips
 * damaged ones, which the text store reports to the operator.
 */
export function textArchives(dataDir: string): ExtraFiles {
  const root = textsFolder(dataDir);
  return {
    pack: () => packImportedTexts(root),
    idOf: (name) => /^bible-(.+)\.json\.gz$/.exec(name)?.[1] ?? null,
    async restore(content) {
      const archive = await openTextArchive(content).catch(() => null);
      if (archive === null) return "damaged";
      return (await putTextBack(root, archive)) ? "restored" : "present";
    },
  };
}

async function packImportedTexts(root: string): Promise<{ name: string; content: Buffer }[]> {
  const archives: { name: string; content: Buffer }[] = [];
  for (const id of await textIds(root)) {
    const archive = await unlessDamaged(() => archiveImported(root, id));
    if (archive === null) continue;
    const content = await compress(JSON.stringify(archive));
    archives.push({ name: `bible-${id}.json.gz`, content });
  }
  return archives;
}

/** @throws Error when `packImportedTexts` did not make the content. */
async function openTextArchive(content: Buffer): Promise<TextArchive> {
  const text = (await decompress(content)).toString("utf8");
  return v.parse(archiveSchema, JSON.parse(text));
}

/**
 * Installs an archived text. An installed text of the same id may be newer and stays.
 *
 * @returns false when one was installed.
 * @throws disk errors; the text is then not installed.
 */
async function putTextBack(root: string, { manifest, files }: TextArchive): Promise<boolean> {
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
