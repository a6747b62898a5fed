import type { PlaylistVideos } from "#shared/contracts/playlist-videos.ts";
import type { Analytics } from "#shared/analytics/analytics.ts";
import type { HealthCheck, StudioHealth } from "#shared/studio/health.ts";
import { LONG_TITLE } from "#tests/gallery/long-texts.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY_MS = Date.parse("2026-11-16T22:00:00Z");
const SLOTS = Array.from({ length: 7 }, (_, at) =>
  new Date(FIRST_DAY_MS + at * DAY_MS).toISOString(),
);

function cells(key: string, values: readonly (number | null)[]): Analytics["series"] {
  return values.map((value, at) => ({ key, at: SLOTS[at] ?? "", value }));
}

/** Analytics of a week, as the database returns them. */
export const WEEK: Analytics = {
  since: SLOTS[0] ?? "",
  slot: "day",
  slots: SLOTS,
  watching: { english: 1_240, french: null },
  peaks: [...cells("english", [40, 35, 60, 900, 1_300, 20, 15]), ...cells("gone", [null, 6])],
  series: [
    ...cells("play", [120, 99, 140, null, 300, 280, 90]),
    ...cells("page", [1_200, 900, 1_400, 1_100, 3_000, 2_800, 700]),
    ...cells("devotional", [40, 42, 39, 44, 51, 60, 12]),
  ],
  keys: [
    { metric: "play", key: "clip-long", value: 320 },
    { metric: "play", key: "gone1234567", value: 12 },
    { metric: "page", key: "/", value: 4_000 },
    { metric: "page", key: "/videos/sermons", value: 900 },
    { metric: "devotional", key: "en", value: 200 },
    { metric: "devotional", key: "fr", value: 88 },
    { metric: "search", key: "guerison du coeur", value: 14 },
  ],
  few: { play: 3 },
};

/** A week without any events. */
export const EMPTY_WEEK: Analytics = {
  ...WEEK,
  watching: {},
  peaks: [],
  series: [],
  keys: [],
  few: {},
};

/** The list that contains one of the videos. */
export const TITLES = {
  videos: [
    {
      id: "clip-long",
      title: LONG_TITLE,
      description: "",
      thumbnail: "/img/clip/clip-long",
      publishedAt: "2026-01-01T00:00:00Z",
      duration: "",
      viewCount: "",
    },
  ],
  source: "bundled",
  fetchedAt: "2026-11-23T08:00:00.000Z",
  stale: false,
} satisfies PlaylistVideos;

/** Health checks of every status: one bad, one warning, one good, one off. */
export function healthChecks(): readonly HealthCheck[] {
  const since = "2026-11-23T08:12:00.000Z";
  return [
    { id: "channel:english", tone: "good", text: "channelLive", values: {}, since },
    {
      id: "disk",
      tone: "warn",
      text: "diskSoonFull",
      values: { free: 4_200_000_000, size: 40_000_000_000 },
      since: null,
    },
    {
      id: "mail",
      tone: "bad",
      text: "mailFailing",
      values: { reason: "ECONNREFUSED", at: since },
      since,
    },
    { id: "push", tone: "off", text: "pushQuiet", values: { devices: 12 }, since: null },
  ];
}

/** Builds the server's health response. */
export function healthOf(now: string, changes: Partial<StudioHealth> = {}): StudioHealth {
  return { now, lights: [...healthChecks()], hasAlerts: true, ...changes };
}
