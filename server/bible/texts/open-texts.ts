import { Hono } from "hono";
import type { FaultReport } from "#server/kit/faults.ts";
import type { Logger } from "#server/kit/log.ts";
import { type FolderShelf, openTextShelf } from "./shelf/open-text-shelf.ts";
import { textsFolder } from "./shelf/text-folder.ts";

/** The free texts of a server. */
export type BibleTexts = { shelf: FolderShelf; app: Hono; stop(): Promise<void> };

type BibleTextsDeps = {
  dataDir: string;
  log: Logger;
  report: FaultReport;
};

/** Opens the shelf of free texts. */
export async function openBibleTexts({
  dataDir,
  log,
  report,
}: BibleTextsDeps): Promise<BibleTexts> {
  const shelf = await openTextShelf({ root: textsFolder(dataDir), log, report });
  return { shelf, app: new Hono(), stop: async () => shelf.stop() };
}
