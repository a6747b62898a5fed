import { type Context, Hono } from "hono";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import {
  ADD_TEXT_PATH,
  OFFERED_TEXTS_PATH,
  type OfferedTexts,
  REMOVE_TEXT_PATH,
  type StudioTexts,
  TEXT_PROBLEMS,
  textIdOf,
  TEXTS_PATH,
} from "#shared/studio/bible-texts.ts";
import { forgetState, readState } from "./download/staging.ts";
import { type TextDownloader, startTextDownloader } from "./download/text-downloader.ts";
import { MOST_ADDED, type RequestedTexts, openRequestedTexts } from "./download/requested-texts.ts";
import { describeServiceText } from "./service/describe-text.domain.ts";
import { FetchTextError, type TextService, openTextService } from "./service/text-service.ts";
import { type FolderShelf, openTextShelf } from "./store/open-text-store.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import type { TextStore } from "#server/bible/text-store.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Config } from "#server/settings/config.ts";
import { numberingTables } from "./validation/numberings.domain.ts";
import { textsFolder } from "./store/text-folder.ts";

type DeskDeps = {
  root: string;
  base: string;
  configured: readonly string[];
  shelf: FolderShelf;
  wishes: RequestedTexts;
  keeper: TextDownloader;
  service: TextService;
  door: RequirePermission;
  now: () => number;
};

/** The free texts for helpers with the permission `settings`: what is here, what comes, what could. */
export function createStudioTexts(deps: DeskDeps): Hono {
  const { root, configured, shelf, wishes, keeper, service, door, now } = deps;

  async function wanted(): Promise<string[]> {
    const { added } = await wishes.read();
    const here = new Set(shelf.manifests().map(({ serviceId }) => serviceId));
    return [...new Set([...configured, ...added])].filter((id) => !here.has(id));
  }

  async function studioTexts(): Promise<StudioTexts> {
    const coming = await Promise.all(
      (await wanted()).map(async (id) => ({
        ...(await comingText(root, id, now())),
        isConfigured: configured.includes(id),
      })),
    );
    const here = shelf
      .manifests()
      .map(({ id, name, language, licence, source, counts, bytes, serviceId }) => ({
        id,
        name,
        language,
        licence,
        source,
        verses: counts.verses,
        books: counts.books,
        bytes,
        isConfigured: serviceId !== null && configured.includes(serviceId),
      }));
    return { here, coming };
  }

  async function add(context: Context): Promise<Response> {
    const id = textIdOf(context.req.query("id"));
    if (id === null) return context.json({ error: "No such text" }, 400);
    const { added } = await wishes.read();
    if (!added.includes(id) && added.length >= MOST_ADDED) {
      return context.json({ error: "Too many texts" }, 409);
    }
    if (!configured.includes(id)) await wishes.add(id);
    await forgetState(root, id);
    void keeper.look();
    return context.json(await studioTexts());
  }

  async function remove(context: Context): Promise<Response> {
    const id = textIdOf(context.req.query("id"));
    const found = shelf.manifests().find((manifest) => manifest.id === id);
    if (!found && id !== null) await wishes.remove({ id, serviceId: id }, now());
    if (found) await wishes.remove(found, now());
    await keeper.removeUnwanted();
    return context.json(await studioTexts());
  }

  const mayChange = door("settings");
  return new Hono()
    .get(TEXTS_PATH, mayChange, async (context) => context.json(await studioTexts()))
    .get(OFFERED_TEXTS_PATH, mayChange, async (context) => {
      try {
        return context.json(await offeredTexts(deps.base, service));
      } catch (error) {
        if (!(error instanceof FetchTextError)) throw error;
        return context.json({ error: "The service does not answer", code: error.problem }, 502);
      }
    })
    .post(ADD_TEXT_PATH, mayChange, (context) => add(context))
    .post(REMOVE_TEXT_PATH, mayChange, (context) => remove(context));
}

async function comingText(
  root: string,
  serviceId: string,
  nowMs: number,
): Promise<Omit<StudioTexts["coming"][number], "isConfigured">> {
  const state = await readState(root, serviceId);
  const isWaiting = state !== null && state.nextAtMs > nowMs;
  return {
    serviceId,
    done: state?.done ?? 0,
    total: state?.total ?? 0,
    problem: TEXT_PROBLEMS.find((problem) => problem === state?.problem) ?? null,
    nextAt: isWaiting ? new Date(state.nextAtMs).toISOString() : null,
  };
}

async function offeredTexts(base: string, service: TextService): Promise<OfferedTexts> {
  const translations = await service.translations();
  return {
    texts: translations.flatMap((translation) => {
      const text = describeServiceText(base, translation);
      if (typeof text === "string") return [];
      const { id: serviceId, englishName, numberOfBooks, totalNumberOfVerses } = translation;
      const { name, language, licence } = text;
      return {
        serviceId,
        name,
        englishName,
        language,
        licence,
        books: numberOfBooks,
        verses: totalNumberOfVerses,
      };
    }),
  };
}

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
