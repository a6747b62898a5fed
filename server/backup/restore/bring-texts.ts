import { buffer } from "node:stream/consumers";
import type { BackupDestination } from "#server/backup/destinations/backup-destination.ts";
import { type BackupManifest, textIdOf } from "#server/backup/catalog/backup-manifest.ts";
import {
  openTextArchive,
  putTextBack,
  type TextArchive,
} from "#server/bible/texts/store/text-archive.ts";
import { textsFolder } from "#server/bible/texts/store/text-folder.ts";
import { openChecked } from "./start-restored-copy.ts";

export type BroughtTexts = {
  /** Ids of the Bible texts that were put into DATA_DIR. */
  readonly textsBrought: readonly string[];
  /** Ids of those whose file in the backup is damaged or missing: they are to be imported again. */
  readonly textsMissing: readonly string[];
};

/**
 * Brings the imported texts of the Bible that a DATA_DIR lacks. One that cannot be read keeps nothing else of a
 * backup from coming back. Texts from a service are in no backup: the server fetches them anew.
 */
export async function restoreTexts(
  dataDir: string,
  place: BackupDestination,
  record: BackupManifest,
): Promise<BroughtTexts> {
  const textsBrought: string[] = [];
  const textsMissing: string[] = [];
  for (const { name } of record.files) {
    const id = textIdOf(name);
    if (id === null) continue;
    const archive = await readArchive(place, record, name);
    if (archive === null) textsMissing.push(id);
    else if (await putTextBack(textsFolder(dataDir), archive)) textsBrought.push(id);
  }
  return { textsBrought, textsMissing };
}

async function readArchive(
  place: BackupDestination,
  record: BackupManifest,
  name: string,
): Promise<TextArchive | null> {
  try {
    return await openTextArchive(await buffer(await openChecked(place, record, name)));
  } catch {
    return null;
  }
}
