import { expect, it } from "vitest";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { Watched } from "./broadcast-watch.ts";
import { liveAnnouncements } from "./live-announcements.domain.ts";

const { services } = testMinistry();
const NAME = { en: "Live Stream English", fr: "Direct en anglais" };
const HOUR_MS = 3_600_000;
const [SERVICE] = nextOccurrences(services, Date.parse("2026-11-22T00:00:00Z"), 1);
const SERVICE_MS = SERVICE?.startMs ?? 0;

function broadcast(id: string, startedAtMs: number, endedAtMs: number | null = null): Watched {
  return {
    id,
    channel: "english",
    server: "one",
    address: "http://10.0.0.1",
    via: "rtmp",
    startedAtMs,
    isFresh: true,
    droppedAtMs: null,
    endedAtMs,
    isStopRequested: false,
    recordingProblem: null,
    first: { sequence: 0, discontinuity: 0 },
    onAirAtMs: startedAtMs,
    shift: null,
    chapters: [],
    entries: [],
  };
}

const keysOf = (...broadcasts: Watched[]): (string | undefined)[] =>
  liveAnnouncements([{ id: "english", name: NAME, broadcasts }], services).map(
    ({ push }) => push?.id,
  );

it("announces a channel that is on the air, in both languages, with a link to it", () => {
  const running = broadcast("1", SERVICE_MS);
  const [announcement] = liveAnnouncements(
    [{ id: "english", name: NAME, broadcasts: [running] }],
    services,
  );
  expect(announcement).toMatchObject({
    text: {
      en: "We are live: Live Stream English. Watch now.",
      fr: "Nous sommes en direct\u00a0: Direct en anglais. Regardez maintenant.",
    },
    link: "/live-tv",
  });
  expect(keysOf(broadcast("1", SERVICE_MS, SERVICE_MS + 1_000))).toEqual([]);
  expect(keysOf({ ...running, onAirAtMs: null })).toEqual([]);
});

it("announces a service once, also when it begins early and the encoder is away for a while", () => {
  const early = broadcast("1", SERVICE_MS - HOUR_MS / 2, SERVICE_MS);
  const again = broadcast("2", SERVICE_MS + HOUR_MS / 4);
  const before = broadcast("1", SERVICE_MS - HOUR_MS / 2);
  expect(keysOf(early, again)).toEqual(keysOf(before));
});

it("takes broadcasts that follow each other closely for one, where the schedule has no service", () => {
  const atMs = SERVICE_MS - 12 * HOUR_MS;
  const first = broadcast("1", atMs, atMs + HOUR_MS);
  expect(keysOf(first, broadcast("2", atMs + 1.5 * HOUR_MS))).toEqual(keysOf(broadcast("1", atMs)));
  expect(keysOf(first, broadcast("2", atMs + 3 * HOUR_MS))).not.toEqual(
    keysOf(broadcast("1", atMs)),
  );
});
