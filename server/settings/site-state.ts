import { createHash } from "node:crypto";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";
import { stageOf } from "#shared/announcements/announcement.domain.ts";
import { chosenSource } from "#shared/live/channels.ts";
import type { ChannelSource, Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import type { SiteFacts, SiteMinistry, SiteMinistryChannel } from "#shared/contracts/site.ts";
import type { Config } from "./config.ts";

const REVISION_LENGTH = 4;

/** Current data of the site, for every page. */
export function siteFacts(
  {
    config,
    ministry,
    posters,
    web,
    now,
  }: {
    config: Config;
    ministry: Ministry;
    posters: { urls: SiteFacts["channelPosters"] };
    web: { workerScript: string | null };
    /** Clock; milliseconds since the epoch. */
    now: () => number;
  },
  backend: { url: string; publishableKey: string; database: object | null },
): SiteFacts {
  const facts = {
    siteUrl: config.siteUrl,
    backendUrl: backend.url,
    publishableKey: backend.publishableKey,
    embedOrigin: config.EMBED_ORIGIN ?? "",
    ...announcementsAt(ministry, now()),
    hasWorker: config.SERVICE_WORKER && web.workerScript !== null,
    hasReminders: backend.database !== null,
    channelPosters: posters.urls,
  };
  const digest = createHash("sha256").update(JSON.stringify(facts)).digest("base64url");
  return { revision: digest.slice(0, REVISION_LENGTH), ...facts };
}

/** Changes exactly when the shown announcements change. */
export function shownAnnouncements({ announcements = [] }: Ministry, nowMs: number): string {
  return announcements.map((one) => stageOf(one, nowMs)).join();
}

/**
 * The ministry with the announcements of an instant, and the start of the next one: its text stays on the
 * server.
 */
function announcementsAt(
  ministry: Ministry,
  nowMs: number,
): Pick<SiteFacts, "ministry" | "nextAnnouncementAt"> {
  const { announcements } = ministry;
  if (announcements === undefined) return { ministry: siteMinistry(ministry) };
  const inStage = (stage: "now" | "coming") =>
    announcements.filter((one) => stageOf(one, nowMs) === stage);
  const [next] = inStage("coming")
    .flatMap(({ from }) => (from === undefined ? [] : [from]))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    ministry: siteMinistry({ ...ministry, announcements: inStage("now") }),
    ...(next !== undefined && { nextAnnouncementAt: next }),
  };
}

/** The ministry as pages know it, in every language. */
export function siteMinistry(ministry: Ministry): SiteMinistry {
  // Pages get videos with the lists that contain them.
  const { videos: _videos, lists: _lists, announcements, ...told } = ministry;
  return {
    ...told,
    // Only the server needs to know whether an announcement is pushed.
    ...(announcements && { announcements: announcements.map(({ push: _push, ...one }) => one) }),
    channels: Object.fromEntries(
      Object.entries(ministry.channels).map(([id, channel]) => [id, siteChannel(channel)]),
    ),
  };
}

function siteChannel(channel: MinistryChannel): SiteMinistryChannel {
  const { name, language, fallback } = channel;
  const source = chosenSource(channel);
  // Between broadcasts the lineup plays.
  const lasting = source.kind === "ingest" ? fallback : source;
  return {
    name,
    language,
    providerHost: providerHost(source),
    isLinear: lasting?.kind === "linear",
  };
}

function providerHost(source: ChannelSource): string | null {
  switch (source.kind) {
    case "youtube":
      return VIDEO_PLATFORM_HOST;
    case "iframe":
      return new URL(source.url).hostname;
    case "script":
      return new URL(source.src).hostname;
    case "ingest":
    case "linear":
    case "hls":
      return null;
  }
}
