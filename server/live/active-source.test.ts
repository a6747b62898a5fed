import { describe, expect, it } from "vitest";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { Ministry, MinistryChannel } from "#shared/site/ministry.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createActiveSource, linearProgrammes, sourceFingerprint } from "./active-source.ts";
import { liveStatus } from "./live-status.domain.ts";
import type { Broadcasting } from "./on-air.ts";

const LINEUP = { kind: "linear", lineupId: "english" } as const;
const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const INGEST = { kind: "ingest" } as const;
const STARTED_MS = Date.parse("2026-11-22T09:00:00Z");
const ON_AIR: Broadcasting = {
  id: "7",
  startedAtMs: STARTED_MS,
  rates: { picture: 900, sound: 64 },
};
/** Of the lineup. */
const RATES = { picture: 76, sound: 22 };

function ministryWith(channel: Partial<MinistryChannel>): Ministry {
  const ministry = testMinistry();
  const { english } = ministry.channels;
  if (english === undefined) throw new Error("The fixture has no English channel");
  return { ...ministry, channels: { english: { ...english, source: INGEST, ...channel } } };
}

/** Source and state of a channel, whether a broadcast runs or not. */
function shown(channel: Partial<MinistryChannel>, broadcast: Broadcasting | null) {
  const ministry = ministryWith(channel);
  const onAir = () => broadcast;
  const activeSource = createActiveSource(() => ministry, { of: () => null }, onAir);
  // Between two services, so that a next one is known.
  const [service] = nextOccurrences(ministry.services, STARTED_MS, 1);
  const deps = {
    ministry: () => ministry,
    activeSource,
    onAir,
    linear: { guideOf: () => null, programmeOf: () => ({ rates: RATES }) },
    probe: () => ({ state: "live", sinceMs: null, fault: null }) as const,
    countsOf: () => ({ share: 0, channels: {} }),
  };
  const [status] = liveStatus(deps, (service?.startMs ?? 0) - 1_000).channels;
  const { state, since, pictureRate, soundRate } = status ?? {};
  const { source } = activeSource("english");
  return { source, state, since, rates: { pictureRate, soundRate } };
}

describe("a channel whose source are own broadcasts", () => {
  it("has one source with a linear fallback, so that open players stay", () => {
    const idle = shown({ fallback: LINEUP }, null);
    const live = shown({ fallback: LINEUP }, ON_AIR);
    expect(idle).toMatchObject({ source: INGEST, state: "rerun" });
    expect(live).toMatchObject({ source: INGEST, state: "live", since: "2026-11-22T09:00:00Z" });
    expect(sourceFingerprint(live.source)).toBe(sourceFingerprint(idle.source));
  });

  it("plays another fallback between broadcasts, and waits without one", () => {
    expect(shown({ fallback: STREAM }, null)).toMatchObject({ source: STREAM, state: "live" });
    expect(shown({ fallback: STREAM }, ON_AIR)).toMatchObject({ source: INGEST, state: "live" });
    expect(shown({}, null)).toMatchObject({ source: null, state: "scheduled" });
  });

  it("does not show a broadcast while staff play the fallback or took it off air", () => {
    const chosen = shown({ fallback: LINEUP, use: "fallback" }, ON_AIR);
    expect(chosen).toMatchObject({ source: LINEUP, state: "rerun" });
    expect(shown({ isOffAir: true }, ON_AIR)).toMatchObject({ source: null, state: "offline" });
  });

  it("has the data rates of what plays, and none for the stream of another host", () => {
    const rates = (channel: Partial<MinistryChannel>, broadcast: Broadcasting | null) =>
      shown(channel, broadcast).rates;
    const lineup = { pictureRate: 76, soundRate: 22 };
    expect(rates({ fallback: LINEUP }, ON_AIR)).toEqual({ pictureRate: 900, soundRate: 64 });
    expect(rates({ fallback: LINEUP }, null)).toEqual(lineup);
    expect(rates({ fallback: LINEUP, use: "fallback" }, ON_AIR)).toEqual(lineup);
    expect(rates({ fallback: STREAM }, null)).toEqual({});
    expect(rates({ isOffAir: true }, ON_AIR)).toEqual({});
    const silent = { ...ON_AIR, rates: { picture: 900, sound: null } };
    expect(rates({}, silent)).toEqual({ pictureRate: 900 });
  });

  it("keeps the lineup itself at a path of its own, with the numbers that it had before", () => {
    expect(linearProgrammes("english", { source: INGEST, fallback: LINEUP })).toEqual([
      { lineupId: "english", path: "/live/english/backup", revisionKey: "english" },
    ]);
    expect(linearProgrammes("english", { source: INGEST })).toEqual([]);
  });
});
