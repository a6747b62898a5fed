import type { Hono } from "hono";
import { loadKjv } from "#server/bible/kjv-text.ts";
import type { TextStore } from "#server/bible/text-store.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Config } from "#server/settings/config.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import { numberingTables } from "./validation/numberings.domain.ts";
import { startTextDownloader } from "./download/text-downloader.ts";
import { openRequestedTexts } from "./download/requested-texts.ts";
import { openTextService } from "./service/text-service.ts";
import { openTextShelf } from "./store/open-text-store.ts";
import { textsFolder } from "./store/text-folder.ts";
import { createStudioTexts } from "./text-desk.ts";

/** The free texts of a server: where they stand, and what the studio asks about them. */
export type BibleTexts = { shelf: TextStore; app: Hono; stop(): Promise<void> };

type BibleTextsDeps = {
  config: Pick<Config, "BIBLE_TEXTS" | "BIBLE_TEXTS_BASE">;
  dataDir: string;
  records: Pick<StateStore, "storeOf">;
  door: RequirePermission;
  fetch: typeof globalThis.fetch;
  now: () => number;
  log: Logger;
  report: ReportFault;
};

/** Opens the shelf, and begins to fetch what is wanted and not there, behind everybody's back. */
export async function openBibleTexts(deps: BibleTextsDeps): Promise<BibleTexts> {
  const { config, log, report } = deps;
  const { BIBLE_TEXTS: configured, BIBLE_TEXTS_BASE: base } = config;
  const root = textsFolder(deps.dataDir);
  const shelf = await openTextShelf({ root, log, report });
  const wishes = openRequestedTexts(deps.records.storeOf("bible-texts"));
  const stopping = new AbortController();
  const fetchUntilStopped: typeof globalThis.fetch = (input, init) => {
    const signals = [stopping.signal, ...(init?.signal ? [init.signal] : [])];
    return deps.fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const service = openTextService({ ...deps, fetch: fetchUntilStopped, base });
  const tables = async () => numberingTables(await loadKjv());
  const parts = { ...deps, root, base, configured, shelf, wishes, service };
  const keeper = startTextDownloader({ ...parts, tables });
  void keeper.look();
  return {
    shelf,
    app: createStudioTexts({ ...parts, keeper }),
    async stop() {
      shelf.stop();
      const stopped = keeper.stop();
      stopping.abort();
      await stopped;
    },
  };
}
