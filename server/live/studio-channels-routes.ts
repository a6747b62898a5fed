import { Hono } from "hono";
import type { ChannelPosters } from "#server/media/channel-posters.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import {
  STUDIO_CHANNELS_PATH,
  type StudioChannels,
  type SourceHealth,
} from "#shared/studio/studio-channels.ts";
import type { HlsProbe } from "./hls-probe.ts";

type DeskNeeds = {
  /** What `ministry.json` says. */
  file: Pick<Ministry, "channels">;
  /** What is in force. */
  ministry: Pick<Ministry, "channels">;
  library: Pick<MediaLibrary, "lineups" | "clips">;
  pictures: ChannelPosters["pictures"];
  probe: HlsProbe;
  door: RequirePermission;
};

/** `GET /api/studio/channels` (`StudioChannels`), for helpers with the permission `channels`. */
export function createStudioChannels(needs: DeskNeeds): Hono {
  return new Hono().get(STUDIO_CHANNELS_PATH, needs.door("channels"), (context) =>
    context.json(deskOf(needs)),
  );
}

function deskOf({ file, ministry, library, pictures, probe }: DeskNeeds): StudioChannels {
  const healthOf = (source: ChannelSource | undefined): SourceHealth =>
    source?.kind === "hls" ? probe(source.url).state : "unknown";
  return {
    file: file.channels,
    health: Object.fromEntries(
      Object.entries(ministry.channels).map(([id, { source, fallback }]) => [
        id,
        { source: healthOf(source), fallback: healthOf(fallback) },
      ]),
    ),
    lineups: Object.keys(library.lineups),
    posters: [
      ...[...pictures].map(([value, picture]) => ({ value, label: value, picture })),
      ...[...library.clips.values()].map(({ id, title }) => ({
        value: id,
        label: title,
        picture: `/img/clip/${id}`,
      })),
    ],
  };
}
