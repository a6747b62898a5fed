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
import { MAX_ADDED, type RequestedTexts, openRequestedTexts } from "./download/requested-texts.ts";
import { describeServiceText } from "./service/describe-text.domain.ts";
import { FetchTextError, type TextService, openTextService } from "./service/text-service.ts";
import { type FolderTextStore, openTextStore } from "./store/open-text-store.ts";
import { loadKjv } from "#server/bible/kjv-text.ts";
import type { TextStore } from "#server/bible/free-texts.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Config } from "#server/settings/config.ts";
import { numberingTables } from "./validation/text-report.domain.ts";
import { textsFolder } from "./store/text-folder.ts";

type StudioTextsDeps = {
  root: string;
  base: string;
  configured: readonly string[];
  store: FolderTextStore;
  requestedTexts: RequestedTexts;
  downloader: TextDownloader;
  service: TextService;
  requirePermission: RequirePermission;
  now: () => number;
};

/** Routes for staff with the permission `settings`: installed, requested and available texts. */
function createStudioTextsRoutes(deps: StudioTextsDeps): Hono {
  const { root, configured, store, requestedTexts, downloader, service, requirePermission, now } =
    deps;

  async function missingIds(): Promise<string[]> {
    const { added } = await requestedTexts.read();
    const here = new Set(store.manifests().map(({ serviceId }) => serviceId));
    return [...new Set([...configured, ...added])].filter((id) => !here.has(id));
  }

  async function studioTexts(): Promise<StudioTexts> {
    const coming = await Promise.all(
      (await missingIds()).map(async (id) => ({
        ...(await comingText(root, id, now())),
        isConfigured: configured.includes(id),
      })),
    );
    const here = store
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
    const { added } = await requestedTexts.read();
    if (!added.includes(id) && added.length >= MAX_ADDED) {
      return context.json({ error: "Too many texts" }, 409);
    }
    if (!configured.includes(id)) await requestedTexts.add(id);
    await forgetState(root, id);
    void downloader.check();
    return context.json(await studioTexts());
  }

  async function remove(context: Context): Promise<Response> {
    const id = textIdOf(context.req.query("id"));
    const found = store.manifests().find((manifest) => manifest.id === id);
    if (!found && id !== null) await requestedTexts.remove({ id, serviceId: id }, now());
    if (found) await requestedTexts.remove(found, now());
    await downloader.removeUnwanted();
    return context.json(await studioTexts());
  }

  const requireSettings = requirePermission("settings");
  return new Hono()
    .get(TEXTS_PATH, requireSettings, async (context) => context.json(await studioTexts()))
    .get(OFFERED_TEXTS_PATH, requireSettings, async (context) => {
      try {
        return context.json(await offeredTexts(deps.base, service));
      } catch (error) {
        if (!(error instanceof FetchTextError)) throw error;
        return context.json({ error: "The service does not answer", code: error.problem }, 502);
      }
    })
    .post(ADD_TEXT_PATH, requireSettings, (context) => add(context))
    .post(REMOVE_TEXT_PATH, requireSettings, (context) => remove(context));
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

/** Installed free texts, and the studio routes that manage them. */
export type BibleTexts = { store: TextStore; app: Hono; stop(): Promise<void> };

type BibleTextsDeps = {
  config: Pick<Config, "BIBLE_TEXTS" | "BIBLE_TEXTS_BASE">;
  dataDir: string;
  stateStore: Pick<StateStore, "storeOf">;
  requirePermission: RequirePermission;
  fetch: typeof globalThis.fetch;
  now: () => number;
  log: Logger;
  report: ReportFault;
};

/** Opens the text store and fetches missing texts in the background. */
export async function openBibleTexts(deps: BibleTextsDeps): Promise<BibleTexts> {
  const { config, log, report } = deps;
  const { BIBLE_TEXTS: configured, BIBLE_TEXTS_BASE: base } = config;
  const root = textsFolder(deps.dataDir);
  const store = await openTextStore({ root, log, report });
  const requestedTexts = openRequestedTexts(deps.stateStore.storeOf("bible-texts"));
  const stopping = new AbortController();
  const fetchUntilStopped: typeof globalThis.fetch = (input, init) => {
    const signals = [stopping.signal, ...(init?.signal ? [init.signal] : [])];
    return deps.fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const service = openTextService({ ...deps, fetch: fetchUntilStopped, base });
  const tables = async () => numberingTables(await loadKjv());
  const shared = { ...deps, root, base, configured, store, requestedTexts, service };
  const downloader = startTextDownloader({ ...shared, tables });
  void downloader.check();
  return {
    store,
    app: createStudioTextsRoutes({ ...shared, downloader }),
    async stop() {
      store.stop();
      const stopped = downloader.stop();
      stopping.abort();
      await stopped;
    },
  };
}
