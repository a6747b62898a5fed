import type { Database } from "@reign-tv/backend";
import { coalesceCalls } from "@reign-tv/kit/coalesce-calls.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { reportOutcome } from "@reign-tv/kit/report-outcome.ts";
import type { OwnVideoFacts } from "#shared/contracts/own-videos.ts";
import type { OwnVideo, OwnVideoStore } from "./own-video-store.ts";

/** NOTIFY channel of the table's trigger; see supabase/migrations. */
const CHANNEL = "own_videos";
/** A notification may be lost with its connection. */
const READ_INTERVAL_MS = MINUTE_MS;

/** The published own videos, the newest first. */
export type PublishedVideos = {
  /** Another array after each change; sounds of videos of the platform included. */
  list: () => readonly OwnVideoFacts[];
  find: (id: string) => OwnVideoFacts | null;
};

export type OwnVideoList = PublishedVideos & {
  /** All rows, deleted ones included. */
  all: () => readonly OwnVideo[];
  /** Reads the rows again. Reports failures and keeps what it knew. */
  read(): Promise<void>;
  close(): void;
};

type OwnVideoListDeps = {
  store: Pick<OwnVideoStore, "all">;
  database: Pick<Database, "listen">;
  report: ReportFault;
  /** Called after rows changed. */
  onChange: () => void;
  /** Called after what all may read changed. */
  onPublish: () => void;
};

/** Reads the rows now and after each change by any server. */
export async function openOwnVideoList(deps: OwnVideoListDeps): Promise<OwnVideoList> {
  let rows: readonly OwnVideo[] = [];
  let published: readonly OwnVideoFacts[] = [];

  async function readOnce(): Promise<void> {
    const found = await deps.store.all();
    if (JSON.stringify(found) === JSON.stringify(rows)) return;
    rows = found;
    const shown = found.filter(isShown).toSorted(newestFirst).map(factsOf);
    const isChanged = JSON.stringify(shown) !== JSON.stringify(published);
    if (isChanged) published = shown;
    deps.onChange();
    if (isChanged) deps.onPublish();
  }

  const read = coalesceCalls(() => reportOutcome(deps.report, "own videos", readOnce()));

  await read();
  await deps.database.listen(CHANNEL, {
    onStart: () => void read(),
    onNotice: () => void read(),
  });
  const timer = setInterval(() => void read(), READ_INTERVAL_MS);
  timer.unref();
  return {
    list: () => published,
    find: (id) => published.find((video) => video.id === id) ?? null,
    all: () => rows,
    read,
    close: () => clearInterval(timer),
  };
}

function isShown({ isPublished, isDeleted }: OwnVideo): boolean {
  return isPublished && !isDeleted;
}

function newestFirst(one: OwnVideo, other: OwnVideo): number {
  return Date.parse(other.publishedAt ?? "") - Date.parse(one.publishedAt ?? "");
}

/** What all may read of an own video. */
export function factsOf(video: OwnVideo): OwnVideoFacts {
  const { id, language, category, title, description, speaker, passage, show } = video;
  const { offlineAllowed, chapters, soundOf, seconds, hasPicture, hasPoster } = video;
  const { captions, publishedAt, files, revision } = video;
  return {
    id,
    language,
    category,
    title,
    description,
    speaker,
    passage,
    show,
    offlineAllowed,
    chapters,
    soundOf,
    seconds,
    hasPicture,
    hasPoster,
    captions,
    publishedAt,
    files,
    revision,
  };
}
