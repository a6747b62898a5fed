import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import type { ChannelId, Channels } from "#shared/live/channels.ts";
import { isPictureFile, uploadedPosterAddress } from "#shared/live/poster.domain.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { ImageSource } from "./images/image-sources.ts";
import type { MediaLibrary } from "./library.ts";

const SLUG_LENGTH = 40;

/** Posters of the channels. */
export type ChannelPosters = {
  /** Poster URL of each channel of the file, without width: `/img/...`. */
  readonly urls: Channels<string>;
  /** Poster URLs of the given channels. */
  readonly urlsOf: (channels: Ministry["channels"]) => Channels<string>;
  /** URLs of the ministry's images by their names in a channel's `poster`. */
  readonly images: ReadonlyMap<string, string>;
  /** The ministry's images by the last part of their URL. */
  readonly ministryImages: ReadonlyMap<string, ImageSource>;
};

/**
 * Finds the poster of each channel: the configured image, else that of its source. Images next to `ministry.json`, and
 * those below it that it names, can be selected for any channel later.
 *
 * @param folder of `ministry.json` and the ministry's images.
 * @throws Error when such a file is missing since the ministry was checked.
 */
export async function openChannelPosters(
  { channels }: Pick<Ministry, "channels">,
  library: Pick<MediaLibrary, "lineups" | "clips">,
  folder: string,
): Promise<ChannelPosters> {
  const ministryImages = new Map<string, ImageSource>();
  const images = new Map<string, string>();
  for (const file of await imageFiles(channels, folder)) {
    const path = join(folder, file);
    const { size, mtimeMs } = await stat(path);
    // A changed image gets another URL, so that its URL can be cached forever.
    const version = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
    const name = `${slugOf(file)}-${version}`;
    ministryImages.set(name, {
      folder: `poster/${name}`,
      isChanging: false,
      originalKey: () => null,
      load: () => readFile(path),
    });
    images.set(file, `/img/poster/${name}`);
  }
  function urlsOf(current: Ministry["channels"]): Channels<string> {
    return Object.fromEntries(
      Object.entries(current).map(([id, channel]) => [
        id,
        images.get(channel.poster ?? "") ??
          uploadedPosterAddress(channel.poster ?? "") ??
          borrowedUrl(channel, id, library),
      ]),
    );
  }
  return {
    urls: urlsOf(channels),
    urlsOf,
    images,
    ministryImages,
  };
}

/** File name in lower case, without folder and ending. */
function slugOf(file: string): string {
  const name = parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return `poster-${name}`.slice(0, SLUG_LENGTH);
}

async function imageFiles(channels: Ministry["channels"], folder: string): Promise<Set<string>> {
  const named = Object.values(channels).flatMap(({ poster }) => poster ?? []);
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return new Set([...named, ...files].filter((name) => isPictureFile(name)));
}

/** An existing image: that of a clip of the library, or the thumbnail of the video. */
function borrowedUrl(
  { source, poster }: MinistryChannel,
  id: ChannelId,
  library: Pick<MediaLibrary, "lineups" | "clips">,
): string {
  if (poster !== undefined && library.clips.has(poster)) return `/img/clip/${poster}`;
  if (source.kind === "youtube" && source.videoId !== undefined) return `/img/yt/${source.videoId}`;
  const lineupId = source.kind === "linear" ? source.lineupId : id;
  const [firstClip] = library.lineups[lineupId] ?? [...library.clips.keys()];
  return `/img/clip/${firstClip}`;
}
