import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#server/kit/durations.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { FetchTextError } from "#server/bible/texts/service/text-service.ts";
import { isLouisSegond, LOUIS_SEGOND_SERVICE_ID } from "#server/bible/texts/louis-segond.domain.ts";
import type { FolderShelf } from "#server/bible/texts/store/open-text-store.ts";
import { removeText } from "#server/bible/texts/store/text-folder.ts";
import { fetchText, type FetchTextDeps } from "./fetch-text.ts";
import { readState, writeState } from "./staging.ts";
import type { RequestedTexts } from "./requested-texts.ts";

/** Keeps the texts here that are wanted. */
export type TextDownloader = {
  /** Looks at once, as after a wish; else it looks every minute. Resolves when nothing is left to do now. */
  look(): Promise<void>;
  /** Takes away what staff removed, without waiting for what is being fetched. */
  removeUnwanted(): Promise<void>;
  stop(): Promise<void>;
};

type KeeperDeps = Omit<FetchTextDeps, "pause" | "onBook"> & {
  /** Ids of the service that the configuration names. */
  configured: readonly string[];
  wishes: RequestedTexts;
  shelf: FolderShelf;
  log: Pick<Logger, "info" | "warn">;
  report: ReportFault;
  /** Waits between two chapters; an argument so that tests need not. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** 0 to 1. */
  random?: () => number;
};

/** One chapter after another with a pause: a whole text takes about ten minutes. */
const CHAPTER_PAUSE_MS = 300;
const FIRST_PAUSE_MS = MINUTE_MS;
/** A service that cannot be reached costs nothing to ask, and a connection may be there any time. */
const UNREACHABLE_PAUSE_MS = HOUR_MS;

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false });

/**
 * Begins: fetches what is missing, in the background, and tries again with growing pauses up to a day; where
 * nothing could be reached up to an hour, and at once after a start.
 */
export function startTextDownloader(deps: KeeperDeps): TextDownloader {
  const { root, wishes, shelf, log, report, now, wait = waitFor, random = Math.random } = deps;
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let isWishedAgain = false;
  /** Ids of the service, since this start. */
  const tried = new Set<string>();

  async function removeUnwanted(): Promise<void> {
    const { removed } = await wishes.read();
    for (const { id, installedAt } of shelf.manifests()) {
      if (Date.parse(installedAt) <= (removed[id] ?? -1)) await removeText(root, id);
    }
    await shelf.look();
  }

  async function missing(): Promise<string[]> {
    const { added } = await wishes.read();
    const here = new Set(
      shelf
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
    const note = (problem: string | null, after: number, nextAtMs: number): Promise<void> =>
      writeState(root, serviceId, { ...progress, problem, failures: after, nextAtMs });
    await note(null, failures, 0);
    log.info({ event: "bible_text_begins", text: serviceId });
    try {
      const { id, counts } = await fetchText(
        {
          ...deps,
          async pause() {
            await wait(CHAPTER_PAUSE_MS, stopping.signal);
            stopping.signal.throwIfAborted();
          },
          async onBook(done, total) {
            progress = { done, total };
            await note(null, failures, 0);
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
      const longestMs = problem === "unreachable" ? UNREACHABLE_PAUSE_MS : DAY_MS;
      const pauseMs = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** failures);
      await note(problem, failures + 1, now() + pauseMs * (1 - random() / 4));
    }
  }

  async function lookNow(): Promise<void> {
    await removeUnwanted();
    for (const serviceId of await missing()) {
      if (stopping.signal.aborted) return;
      await tryFetch(serviceId);
      await shelf.look();
    }
  }

  async function lookUntilDone(): Promise<void> {
    do {
      isWishedAgain = false;
      await lookNow();
    } while (isWishedAgain);
  }

  async function look(): Promise<void> {
    isWishedAgain = true;
    looking ??= lookUntilDone()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) {
          log.warn({ event: "bible_texts_unkept", reason: messageOf(error) });
        }
      })
      .finally(() => {
        looking = null;
      });
    await looking;
  }

  const timer = setInterval(() => void look(), MINUTE_MS);
  timer.unref();
  return {
    look,
    removeUnwanted,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
}
