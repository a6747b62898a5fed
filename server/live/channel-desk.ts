import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import type { ChannelPosters } from "#server/media/channel-posters.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { StaffCheck } from "#server/studio/staff-caller.ts";
import type { ChannelSource, Ministry } from "#shared/site/ministry.ts";
import {
  CHANNEL_DESK_PATH,
  type ChannelDesk,
  type SourceHealth,
} from "#shared/studio/channel-desk.ts";
import type { HlsProbe } from "./hls-probe.ts";

type DeskNeeds = {
  /** What `ministry.json` says. */
  file: Pick<Ministry, "channels">;
  /** What is in force. */
  ministry: Pick<Ministry, "channels">;
  library: Pick<MediaLibrary, "lineups" | "clips">;
  pictures: ChannelPosters["pictures"];
  probe: HlsProbe;
  check: StaffCheck;
};

/**
 * `GET /api/studio/channels` (`ChannelDesk`), for helpers with the permission `channels`: 401 without a token,
 * 403 for others, 503 while the backend cannot say who asks. Nobody keeps it.
 */
export function createChannelDesk(needs: DeskNeeds): Hono {
  return new Hono().get(CHANNEL_DESK_PATH, async (context) => {
    context.header("cache-control", CACHE.none);
    const authorization = context.req.header("authorization");
    const verdict = await needs.check(authorization, "channels").catch(() => 503 as const);
    if (verdict !== "may") return context.json({ error: "refused" }, verdict);
    return context.json(deskOf(needs));
  });
}

function deskOf({ file, ministry, library, pictures, probe }: DeskNeeds): ChannelDesk {
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
