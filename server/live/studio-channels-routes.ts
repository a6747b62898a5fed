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

type StudioChannelsDeps = {
  /** Content of `ministry.json`. */
  file: Pick<Ministry, "channels">;
  /** With the documents of the studio applied. */
  ministry: () => Pick<Ministry, "channels">;
  library: Pick<MediaLibrary, "lineups" | "clips">;
  images: ChannelPosters["images"];
  probe: HlsProbe;
  requirePermission: RequirePermission;
};

/** `GET /api/studio/channels` (`StudioChannels`), for staff with the permission `channels`. */
export function createStudioChannelsRoutes(deps: StudioChannelsDeps): Hono {
  return new Hono().get(STUDIO_CHANNELS_PATH, deps.requirePermission("channels"), (context) =>
    context.json(studioChannels(deps)),
  );
}

function studioChannels({
  file,
  ministry,
  library,
  images,
  probe,
}: StudioChannelsDeps): StudioChannels {
  const healthOf = (source: ChannelSource | undefined): SourceHealth =>
    source?.kind === "hls" ? probe(source.url).state : "unknown";
  return {
    file: file.channels,
    health: Object.fromEntries(
      Object.entries(ministry().channels).map(([id, { source, fallback }]) => [
        id,
        { source: healthOf(source), fallback: healthOf(fallback) },
      ]),
    ),
    lineups: Object.keys(library.lineups),
    posters: [
      ...[...images].map(([value, picture]) => ({ value, label: value, picture })),
      // A compilation has the poster of one of its clips.
      ...[...library.clips.values()]
        .filter(({ parts }) => parts === undefined)
        .map(({ id, title }) => ({ value: id, label: title, picture: `/img/clip/${id}` })),
    ],
  };
}
