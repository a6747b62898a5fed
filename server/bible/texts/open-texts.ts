import type { Hono } from "hono";
import { loadKjv } from "#server/bible/kjv-text.ts";
import type { TextShelf } from "#server/bible/text-shelf.ts";
import type { FaultReport } from "#server/kit/faults.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Records } from "#server/records/records.ts";
import type { Config } from "#server/settings/config.ts";
import type { StaffDoor } from "#server/studio/staff-door.ts";
import { numberingTables } from "./check/numberings.domain.ts";
import { keepTexts } from "./fetching/keep-texts.ts";
import { openWishes } from "./fetching/wishes.ts";
import { openTextService } from "./service/text-service.ts";
import { openTextShelf } from "./shelf/open-text-shelf.ts";
import { textsFolder } from "./shelf/text-folder.ts";
import { createTextDesk } from "./text-desk.ts";

/** The free texts of a server: where they stand, and what the studio asks about them. */
export type BibleTexts = { shelf: TextShelf; app: Hono; stop(): Promise<void> };

type BibleTextsDeps = {
  config: Pick<Config, "BIBLE_TEXTS" | "BIBLE_TEXTS_BASE">;
  dataDir: string;
  records: Pick<Records, "storeOf">;
  door: StaffDoor;
  fetch: typeof globalThis.fetch;
  now: () => number;
  log: Logger;
  report: FaultReport;
};

/** Opens the shelf, and begins to fetch what is wanted and not there, behind everybody's back. */
export async function openBibleTexts(deps: BibleTextsDeps): Promise<BibleTexts> {
  const { config, log, report } = deps;
  const { BIBLE_TEXTS: configured, BIBLE_TEXTS_BASE: base } = config;
  const root = textsFolder(deps.dataDir);
  const shelf = await openTextShelf({ root, log, report });
  const wishes = openWishes(deps.records.storeOf("bible-texts"));
  const stopping = new AbortController();
  const fetchUntilStopped: typeof globalThis.fetch = (input, init) => {
    const signals = [stopping.signal, ...(init?.signal ? [init.signal] : [])];
    return deps.fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const service = openTextService({ ...deps, fetch: fetchUntilStopped, base });
  const tables = async () => numberingTables(await loadKjv());
  const parts = { ...deps, root, base, configured, shelf, wishes, service };
  const keeper = keepTexts({ ...parts, tables });
  void keeper.look();
  return {
    shelf,
    app: createTextDesk({ ...parts, keeper }),
    async stop() {
      shelf.stop();
      const stopped = keeper.stop();
      stopping.abort();
      await stopped;
    },
  };
}
