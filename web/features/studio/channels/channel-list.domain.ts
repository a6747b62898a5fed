import * as v from "valibot";
import { type ChannelBody, channelBody } from "#shared/studio/kinds/channel.ts";
import type { StudioChannels } from "#shared/studio/studio-channels.ts";
import type { StudioDocument } from "#shared/studio/documents.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { ChannelSource } from "#shared/site/ministry.ts";
import type { ChannelsMessages } from "#shared/messages/studio/channels.ts";

/** Channel in the list of the studio; hidden ones included. */
export type ListedChannel = {
  id: string;
  /** Fields of ministry.json with the published document over them. */
  body: ChannelBody;
  /** Values of ministry.json; null for a channel that was added in the studio. */
  file: ChannelBody | null;
  /** Version of the published document; 0 without one. */
  version: number;
};

/** Returns all channels in their order: those of ministry.json and added ones. */
export function listChannels(
  file: StudioChannels["file"],
  documents: readonly StudioDocument[],
): ListedChannel[] {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const published = documents.filter(({ body }) => body !== null).map(({ id }) => id);
  const ids = [...new Set([...Object.keys(file), ...published])];
  return ids
    .map((id, at): [number, ListedChannel] => {
      const own = Object.hasOwn(file, id) ? (file[id] ?? null) : null;
      const document = byId.get(id);
      const read = v.safeParse(channelBody, document?.body ?? {});
      const body = { ...own, ...(read.success && read.output) };
      return [body.position ?? at, { id, body, file: own, version: document?.version ?? 0 }];
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, channel]) => channel);
}

/**
 * Returns the changes that play a new source at once. The previous source becomes the back-up when
 * there is none.
 */
export function switchSourceChanges(
  { source, fallback }: ChannelBody,
  next: NonNullable<ChannelBody["source"]>,
): Readonly<Record<string, unknown>> {
  return {
    source: next,
    ...(fallback === undefined && canFallBack(source) && { fallback: source }),
    use: "source",
    isOffAir: false,
  };
}

/** Own broadcasts end, so they are no back-up. */
function canFallBack(source: ChannelSource | undefined): boolean {
  return source !== undefined && source.kind !== "ingest";
}

type Status = LiveStatus["channels"][number];

/** Status of a channel, as color and text. */
type ChannelStatus = { tone: "good" | "warn" | "bad" | "off"; text: string };

/**
 * Describes what a channel shows now.
 * @param status live status; null while unknown.
 * @param timeOf formats an ISO instant in the reader's time zone.
 */
export function channelStatus(
  status: Status | null,
  { live }: ChannelsMessages,
  timeOf: (instant: string) => string,
): ChannelStatus {
  if (status === null) return { tone: "off", text: live.unread };
  const { instead, state } = status;
  if (instead) {
    const time = instead.since === undefined ? "" : timeOf(instead.since);
    if (instead.why === "off") return { tone: "off", text: live.off };
    if (instead.why === "chosen") return { tone: "warn", text: live.chosen };
    return { tone: "bad", text: instead.why === "down" ? live.down(time) : live.silent(time) };
  }
  switch (state) {
    case "live":
      return { tone: "good", text: live.live };
    case "rerun":
      return { tone: "good", text: live.rerun };
    case "unknown":
      return { tone: "good", text: live.unknown };
    case "scheduled":
      return { tone: "off", text: live.scheduled };
    case "offline":
      return { tone: "warn", text: live.offline };
    case "down":
      return { tone: "bad", text: live.sourceDown };
  }
}

/** Describes a source by its origin. */
export function describeSource(source: ChannelSource, { kinds }: ChannelsMessages): string {
  switch (source.kind) {
    case "ingest":
      return kinds.ingest;
    case "linear":
      return kinds.linear(source.lineupId);
    case "youtube":
      return source.videoId === undefined
        ? kinds.youtubeChannel(source.channelId ?? "")
        : kinds.youtubeVideo(source.videoId);
    case "hls":
      return kinds.hls(new URL(source.url).hostname);
    case "iframe":
      return kinds.iframe(new URL(source.url).hostname);
    case "script":
      return kinds.script(new URL(source.src).hostname);
  }
}
