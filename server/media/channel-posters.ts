import { readdir, readFile, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import type { ChannelId, Channels } from "#shared/live/channels.ts";
import { isPictureFile, uploadedPosterAddress } from "#shared/live/poster-name.domain.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { PictureSource } from "./images/image-sources.ts";
import type { MediaLibrary } from "./library.ts";

const SLUG_LENGTH = 40;

/** What stands for each channel until it plays. */
export type ChannelPosters = {
  /** Address of each channel's picture, without width: `/img/...`, as the file has it. */
  readonly addresses: Channels<string>;
  /** The same for channels as they are in force. */
  readonly addressesOf: (channels: Ministry["channels"]) => Channels<string>;
  /** Addresses of the ministry's own pictures, by the names that a channel's `poster` gives them. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Those pictures by the last part of their address. */
  readonly ownPictures: ReadonlyMap<string, PictureSource>;
};

/**
 * Finds the picture of each channel: the one that the ministry names, else that of its source. Pictures
 * beside `ministry.json`, and those below it that it names, can be chosen for any channel later.
 *
 * @param folder of `ministry.json`, beside which the ministry's own pictures lie.
 * @throws Error when such a file is gone since the ministry was checked.
 */
export async function openChannelPosters(
  { channels }: Pick<Ministry, "channels">,
  library: Pick<MediaLibrary, "lineups" | "clips">,
  folder: string,
): Promise<ChannelPosters> {
  const ownPictures = new Map<string, PictureSource>();
  const pictures = new Map<string, string>();
  for (const file of await pictureFiles(channels, folder)) {
    const path = join(folder, file);
    const { size, mtimeMs } = await stat(path);
    // A picture that was changed gets another address, so that every copy of it may be kept for good.
    const version = `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
    const name = `${slugOf(file)}-${version}`;
    ownPictures.set(name, {
      folder: `poster/${name}`,
      isChanging: false,
      originalKey: () => null,
      load: () => readFile(path),
    });
    pictures.set(file, `/img/poster/${name}`);
  }
  function addressesOf(current: Ministry["channels"]): Channels<string> {
    return Object.fromEntries(
      Object.entries(current).map(([id, channel]) => [
        id,
        pictures.get(channel.poster ?? "") ??
          uploadedPosterAddress(channel.poster ?? "") ??
          lentAddress(channel, id, library),
      ]),
    );
  }
  return {
    addresses: addressesOf(channels),
    addressesOf,
    pictures,
    ownPictures,
  };
}

/** What an address may say of a file: its name in small letters, without folder and ending. */
function slugOf(file: string): string {
  const name = parse(file)
    .name.toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return `poster-${name}`.slice(0, SLUG_LENGTH);
}

async function pictureFiles(channels: Ministry["channels"], folder: string): Promise<Set<string>> {
  const named = Object.values(channels).flatMap(({ poster }) => poster ?? []);
  const beside = await readdir(folder, { withFileTypes: true });
  const files = beside.filter((entry) => entry.isFile()).map(({ name }) => name);
  return new Set([...named, ...files].filter((name) => isPictureFile(name)));
}

/** A picture that is there anyway: a clip's of the library, or the platform's of its video. */
function lentAddress(
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
