import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { FetchTextError } from "#server/bible/texts/service/text-service.ts";
import { isLouisSegond, LOUIS_SEGOND_SERVICE_ID } from "#server/bible/texts/louis-segond.domain.ts";
import type { FolderTextStore } from "#server/bible/texts/store/open-text-store.ts";
import { removeText } from "#server/bible/texts/store/text-folder.ts";
import { fetchText, type FetchTextDeps } from "./fetch-text.ts";
import { readState, writeState } from "./staging.ts";
import type { RequestedTexts } from "./requested-texts.ts";

/** Installs the configured and requested texts. */
export type TextDownloader = {
  /** Checks at once, as after a request; otherwise once a minute. Resolves when nothing is left to do now. */
  check(): Promise<void>;
  /** Deletes texts that staff removed, without waiting for a running fetch. */
  removeUnwanted(): Promise<void>;
  stop(): Promise<void>;
};

type TextDownloaderDeps = Omit<FetchTextDeps, "pause" | "onBook"> & {
  /** Ids of the service in the configuration. */
  configured: readonly string[];
  requestedTexts: RequestedTexts;
  store: FolderTextStore;
  log: Pick<Logger, "info" | "warn">;
  report: ReportFault;
  /** Delay between two chapters; replaced in tests. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 to 1. */
  random?: () => number;
};

/** A whole text takes about ten minutes at this rate. */
const CHAPTER_DELAY_MS = 300;
const FIRST_DELAY_MS = MINUTE_MS;
/** Requests to an unreachable service are cheap, and the connection may return at any time. */
const MAX_UNREACHABLE_DELAY_MS = HOUR_MS;

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false });

/**
 * Fetches missing texts in the background. After failures it retries with backoff up to a day; if the service is
 * unreachable up to an hour, and at once after a start.
 */
export function startTextDownloader(deps: TextDownloaderDeps): TextDownloader {
  const {
    root,
    requestedTexts,
    store,
    log,
    report,
    now,
    wait = waitFor,
    random = Math.random,
  } = deps;
  const stopping = new AbortController();
  let checking: Promise<void> | null = null;
  let isCheckRequested = false;
  /** Ids of the service attempted since this start. */
  const tried = new Set<string>();

  async function removeUnwanted(): Promise<void> {
    const { removed } = await requestedTexts.read();
    for (const { id, installedAt } of store.manifests()) {
      if (Date.parse(installedAt) <= (removed[id] ?? -1)) await removeText(root, id);
    }
    await store.refresh();
  }

  async function missing(): Promise<string[]> {
    const { added } = await requestedTexts.read();
    const here = new Set(
      store
        .manifests()
        .map((text) => (isLouisSegond(text) ? LOUIS_SEGOND_SERVICE_ID : text.serviceId)),
    );
    return [...new Set([...deps.configured, ...added])].filter((id) => !here.has(id));
  }

  async function tryFetch(serviceId: string): Promise<void> {
    const state = await readState(root, serviceId);
    const mayBeReached = state?.problem === "unreachable" && !tried.has(serviceId);
    if (state && state.nextAtMs > now() && !mayBeReached) return;
    tried.add(serviceId);
    const failures = state?.failures ?? 0;
    let progress = { done: state?.done ?? 0, total: state?.total ?? 0 };
    const saveState = (problem: string | null, after: number, nextAtMs: number): Promise<void> =>
      writeState(root, serviceId, { ...progress, problem, failures: after, nextAtMs });
    await saveState(null, failures, 0);
    log.info({ event: "bible_text_begins", text: serviceId });
    try {
      const { id, counts } = await fetchText(
        {
          ...deps,
          async pause() {
            await wait(CHAPTER_DELAY_MS, stopping.signal);
            stopping.signal.throwIfAborted();
          },
          async onBook(done, total) {
            progress = { done, total };
            await saveState(null, failures, 0);
          },
        },
        serviceId,
      );
      log.info({ event: "bible_text_here", text: id, ...counts });
      report(`bible-fetch:${serviceId}`, null);
    } catch (error) {
      if (stopping.signal.aborted) return;
      const problem = error instanceof FetchTextError ? error.problem : "garbage";
      log.warn({ event: "bible_text_failed", text: serviceId, problem, reason: messageOf(error) });
      report(`bible-fetch:${serviceId}`, problem);
      const maxDelayMs = problem === "unreachable" ? MAX_UNREACHABLE_DELAY_MS : DAY_MS;
      const delayMs = Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** failures);
      await saveState(problem, failures + 1, now() + delayMs * (1 - random() / 4));
    }
  }

  async function checkNow(): Promise<void> {
    await removeUnwanted();
    for (const serviceId of await missing()) {
      if (stopping.signal.aborted) return;
      await tryFetch(serviceId);
      await store.refresh();
    }
  }

  async function checkUntilDone(): Promise<void> {
    do {
      isCheckRequested = false;
      await checkNow();
    } while (isCheckRequested);
  }

  async function check(): Promise<void> {
    isCheckRequested = true;
    checking ??= checkUntilDone()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) {
          log.warn({ event: "bible_texts_unkept", reason: messageOf(error) });
        }
      })
      .finally(() => {
        checking = null;
      });
    await checking;
  }

  const timer = setInterval(() => void check(), MINUTE_MS);
  timer.unref();
  return {
    check,
    removeUnwanted,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await checking;
    },
  };
}
