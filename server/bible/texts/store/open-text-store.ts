import type { StoredText, TextStore } from "#server/bible/text-store.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { Logger } from "#server/kit/log.ts";
import { messageOf } from "#server/kit/start-error.ts";
import { withOneLouisSegond } from "#server/bible/texts/louis-segond.domain.ts";
import type { TextManifest } from "./manifest.ts";
import {
  checkText,
  DamagedTextError,
  type FoundManifest,
  readManifest,
  readText,
  setAsideText,
  textIds,
} from "./text-folder.ts";

/** The shelf with what a clock and the studio do with it. */
export type FolderShelf = TextStore & {
  manifests(): readonly TextManifest[];
  /** Looks what is there now: other processes and commands put texts there as well. */
  look(): Promise<void>;
  stop(): void;
};

type ShelfDeps = {
  /** Folder of all texts. */
  root: string;
  log: Pick<Logger, "warn">;
  report: ReportFault;
};

/**
 * Opens the texts of a folder. Each is checked against its manifest before anybody sees it; a damaged one is
 * set aside and told. What a command puts there is found within a minute.
 */
export async function openTextShelf({ root, log, report }: ShelfDeps): Promise<FolderShelf> {
  let shelf: readonly FoundManifest[] = [];
  let looking: Promise<void> | null = null;

  async function lookAt(id: string): Promise<FoundManifest[]> {
    try {
      const found = await readManifest(root, id);
      if (found === null) return [];
      const isKnown = shelf.some(({ revision }) => revision === found.revision);
      if (!isKnown) await checkText(root, found.manifest);
      return [found];
    } catch (error) {
      if (error instanceof DamagedTextError) await setAside(id, error);
      else report(`bible-text:${id}`, messageOf(error));
      return [];
    }
  }

  async function setAside(id: string, error: DamagedTextError): Promise<void> {
    log.warn({ event: "bible_text_damaged", text: id, reason: error.message });
    report(`bible-text:${id}`, "damaged");
    await setAsideText(root, id);
  }

  async function lookNow(): Promise<void> {
    const found: FoundManifest[] = [];
    for (const id of await textIds(root)) found.push(...(await lookAt(id)));
    shelf = found;
    for (const { manifest } of found) report(`bible-text:${manifest.id}`, null);
  }

  async function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    await looking;
  }

  await look();
  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      log.warn({ event: "bible_texts_unread", reason: messageOf(error) }),
    );
  }, MINUTE_MS);
  timer.unref();

  return {
    list: () => withOneLouisSegond(shelf).map(shelved),
    manifests: () => shelf.map(({ manifest }) => manifest),
    async load(id) {
      const found = shelf.find(({ manifest }) => manifest.id === id);
      if (!found) throw new Error(`There is no text ${id}`);
      try {
        return await readText(root, found.manifest);
      } catch (error) {
        // Another revision may have come since, or it is damaged: looking tells which.
        shelf = shelf.filter((each) => each !== found);
        await look();
        throw error;
      }
    },
    look,
    stop: () => clearInterval(timer),
  };
}

function shelved({ manifest, revision }: FoundManifest): StoredText {
  const { id, abbreviation, name, language, numbering, licence, copyright, source, bytes } =
    manifest;
  return {
    id,
    abbreviation,
    name,
    language,
    numbering,
    licence,
    copyright,
    source,
    revision,
    bytes,
  };
}
