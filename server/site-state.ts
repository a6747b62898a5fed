import type { MediaLibrary } from "./media/library.ts";
import { CHANNEL_IDS, type ChannelId } from "#shared/channels.ts";
import type { ChannelSource, Ministry } from "#shared/ministry.ts";

/** Picture of each channel, without width, for its place on a page before it plays. */
export function channelPosters(
  ministry: Ministry,
  library: MediaLibrary,
): Readonly<Record<ChannelId, string>> {
  const [english, french] = CHANNEL_IDS.map((id) =>
    posterOf(ministry.channels[id].source, id, library),
  );
  return { english: english ?? "", french: french ?? "" };
}

function posterOf(source: ChannelSource, id: ChannelId, library: MediaLibrary): string {
  if (source.kind === "youtube" && source.videoId !== undefined) return `/img/yt/${source.videoId}`;
  const lineupId = source.kind === "linear" ? source.lineupId : id;
  const [firstClip] = library.lineups[lineupId] ?? [...library.clips.keys()];
  return `/img/clip/${firstClip}`;
}
