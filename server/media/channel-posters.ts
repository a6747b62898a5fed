import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ChannelId, Channels } from "#shared/live/channels.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { PictureSource } from "./images/picture-sources.ts";
import type { MediaLibrary } from "./library.ts";

/** What stands for each channel until it plays. */
export type ChannelPosters = {
  /** Address of each channel's picture, without width: `/img/...`. */
  readonly addresses: Channels<string>;
  /** Pictures of the ministry's own, by the last part of their address. */
  readonly ownPictures: ReadonlyMap<string, PictureSource>;
};

const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;

/** Whether a channel's `poster` names a file of the ministry's own instead of a clip of the library. */
export function isPictureFile(poster: string): boolean {
  return PICTURE_FILE.test(poster);
}

/**
 * Finds the picture of each channel: the one that the ministry names, else that of its source.
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
  async function addressOf(id: ChannelId, channel: MinistryChannel): Promise<string> {
    const { poster } = channel;
    if (poster === undefined || !isPictureFile(poster)) return lentAddress(channel, id, library);
    const path = join(folder, poster);
    const { size, mtimeMs } = await stat(path);
    // A picture that was changed gets another address, so that every copy of it may be kept for good.
    const name = `${id}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
    ownPictures.set(name, {
      folder: `poster/${name}`,
      isChanging: false,
      originalKey: () => null,
      load: () => readFile(path),
    });
    return `/img/poster/${name}`;
  }
  const addresses = Object.entries(channels).map(
    async ([id, channel]) => [id, await addressOf(id, channel)] as const,
  );
  return { addresses: Object.fromEntries(await Promise.all(addresses)), ownPictures };
}

/** A picture that is there anyway: a clip's of the library, or the platform's of its video. */
function lentAddress(
  { source, poster }: MinistryChannel,
  id: ChannelId,
  library: Pick<MediaLibrary, "lineups" | "clips">,
): string {
  if (poster !== undefined) return `/img/clip/${poster}`;
  if (source.kind === "youtube" && source.videoId !== undefined) return `/img/yt/${source.videoId}`;
  const lineupId = source.kind === "linear" ? source.lineupId : id;
  const [firstClip] = library.lineups[lineupId] ?? [...library.clips.keys()];
  return `/img/clip/${firstClip}`;
}
