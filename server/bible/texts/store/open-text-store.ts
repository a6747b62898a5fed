import type { StoredText, TextStore } from "#server/bible/free-texts.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
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

/** Text store of a folder, with methods for the downloader and the studio. */
export type FolderTextStore = TextStore & {
  manifests(): readonly TextManifest[];
  /** Reads the folder again: other processes and commands install texts there as well. */
  refresh(): Promise<void>;
  stop(): void;
};

type TextStoreDeps = {
  /** Folder of all texts. */
  root: string;
  log: Pick<Logger, "warn">;
  report: ReportFault;
};

/**
 * Opens the texts of a folder. Each is checked against its manifest before use; damaged ones are set aside and
 * reported. Texts that a command installs are found within a minute.
 */
export async function openTextStore({
  root,
  log,
  report,
}: TextStoreDeps): Promise<FolderTextStore> {
  let texts: readonly FoundManifest[] = [];
  let refreshing: Promise<void> | null = null;

  async function readChecked(id: string): Promise<FoundManifest[]> {
    try {
      const found = await readManifest(root, id);
      if (found === null) return [];
      const isKnown = texts.some(({ revision }) => revision === found.revision);
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

  async function refreshNow(): Promise<void> {
    const found: FoundManifest[] = [];
    for (const id of await textIds(root)) found.push(...(await readChecked(id)));
    texts = found;
    for (const { manifest } of found) report(`bible-text:${manifest.id}`, null);
  }

  async function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = null;
    });
    await refreshing;
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) =>
      log.warn({ event: "bible_texts_unread", reason: messageOf(error) }),
    );
  }, MINUTE_MS);
  timer.unref();

  return {
    list: () => withOneLouisSegond(texts).map(toStoredText),
    manifests: () => texts.map(({ manifest }) => manifest),
    async load(id) {
      const found = texts.find(({ manifest }) => manifest.id === id);
      if (!found) throw new Error(`There is no text ${id}`);
      try {
        return await readText(root, found.manifest);
      } catch (error) {
        // Either a new revision was installed or the text is damaged: refresh to find out.
        texts = texts.filter((each) => each !== found);
        await refresh();
        throw error;
      }
    },
    refresh,
    stop: () => clearInterval(timer),
  };
}

function toStoredText({ manifest, revision }: FoundManifest): StoredText {
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
