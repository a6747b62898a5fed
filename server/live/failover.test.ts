import { describe, expect, it, beforeEach } from "vitest";
import {
  type Health,
  nextHealth,
  nextFailover,
  type Failover,
  openFailoverMonitor,
  type FailoverMonitor,
} from "./failover.ts";
import type { KeyValueStore } from "@reign-tv/kit/function-contract.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { HlsProbeResult } from "./hls-probe.ts";
import { createActiveSource } from "./active-source.ts";

type State = "live" | "offline" | "down" | "unknown";

/** Failover after each check, ten seconds apart. */
function course(states: readonly State[], afterMs = 30_000): (Failover | null)[] {
  let health: Health | null = null;
  let failover: Failover | null = null;
  return states.map((state, at) => {
    const nowMs = at * 10_000;
    health = nextHealth(health, { state }, nowMs);
    failover = nextFailover(failover, health, { afterMs, nowMs });
    return failover;
  });
}

describe("failover", () => {
  it("starts after the source was down for the delay, and reports the start of the outage", () => {
    expect(course(["live", "down", "down", "down", "down"])).toEqual([
      null,
      null,
      null,
      null,
      { why: "down", sinceMs: 10_000 },
    ]);
    expect(course(["down", "down"], 10_000)[1]).toEqual({ why: "down", sinceMs: 0 });
  });

  it("ignores short outages, however many", () => {
    const states: State[] = ["live", "down", "down", "live", "down", "offline", "live"];
    expect(course(states).every((each) => each === null)).toBe(true);
  });

  it("treats silence and no response as one outage and reports the current reason", () => {
    const states: State[] = ["live", "down", "offline", "down", "offline", "down"];
    expect(course(states).slice(4)).toEqual([
      { why: "silent", sinceMs: 10_000 },
      { why: "down", sinceMs: 10_000 },
    ]);
  });

  it("ends after the source was healthy for a minute", () => {
    const dead: State[] = ["down", "down", "down", "down"];
    const well = Array.from({ length: 7 }, (): State => "live");
    const after = course([...dead, ...well]).slice(4);
    expect(after.slice(0, 6).every((each) => each !== null)).toBe(true);
    expect(after[6]).toBeNull();
    const broken = course([...dead, "live", "live", "live", "down", ...well.slice(0, 6)]);
    expect(broken.at(-1)).toEqual({ why: "down", sinceMs: 0 });
  });

  it("begins and ends at once when the clock was set back since the source changed", () => {
    const times = { afterMs: 30_000, nowMs: 0 };
    expect(nextFailover(null, { outage: "down", sinceMs: 1 }, times)).not.toBeNull();
    const failover = { why: "down", sinceMs: 0 } as const;
    expect(nextFailover(failover, { outage: null, sinceMs: 1 }, times)).toBeNull();
  });

  it("is unchanged while the state is unknown", () => {
    expect(course(["unknown", "unknown", "unknown", "unknown", "unknown"])).not.toContainEqual(
      expect.anything(),
    );
    expect(course(["down", "down", "down", "down", "unknown"]).at(-1)).not.toBeNull();
  });
});

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const FALLBACK = { kind: "linear", lineupId: "english" } as const;

let nowMs: number;
let state: HlsProbeResult["state"];
let stored: Map<string, string>;
let isStoreDown: boolean;

beforeEach(() => {
  nowMs = 1_000_000;
  state = "live";
  stored = new Map();
  isStoreDown = false;
});

const store: KeyValueStore = {
  get: (key) =>
    isStoreDown ? Promise.reject(new Error("down")) : Promise.resolve(stored.get(key) ?? null),
  set(key, value) {
    if (isStoreDown) return Promise.reject(new Error("down"));
    stored.set(key, value);
    return Promise.resolve();
  },
};

function ministryWithFallback() {
  const ministry = testMinistry({ english: STREAM });
  channelNamed(ministry.channels, "english").fallback = FALLBACK;
  return ministry;
}

function open(
  ministry = ministryWithFallback(),
  leads?: () => Promise<boolean>,
): Promise<FailoverMonitor> {
  const probe = (): HlsProbeResult => ({ state, sinceMs: null, fault: null });
  return openFailoverMonitor({ ministry: () => ministry, probe, store, leads, now: () => nowMs });
}

async function failSource(failovers: FailoverMonitor): Promise<void> {
  state = "down";
  await failovers.check();
  nowMs += 30_000;
  await failovers.check();
}

describe("active source", () => {
  it("is the fallback while the stream is down, with the reason, and then the source again", async () => {
    const ministry = ministryWithFallback();
    const failovers = await open(ministry);
    const activeSource = createActiveSource(() => ministry, failovers);
    expect(activeSource("english")).toEqual({ source: STREAM, isFallback: false, instead: null });
    await failSource(failovers);
    expect(activeSource("english")).toEqual({
      source: FALLBACK,
      isFallback: true,
      instead: { why: "down", sinceMs: 1_000_000 },
    });
    state = "live";
    await failovers.check();
    nowMs += 60_000;
    await failovers.check();
    expect(activeSource("english").source).toBe(STREAM);
  });

  it("respects the channel's own delay", async () => {
    const ministry = ministryWithFallback();
    channelNamed(ministry.channels, "english").fallbackAfterSeconds = 120;
    const failovers = await open(ministry);
    await failSource(failovers);
    expect(failovers.of("english")).toBeNull();
    nowMs += 90_000;
    await failovers.check();
    expect(failovers.of("english")).not.toBeNull();
  });

  it("is a newly configured source at once", async () => {
    const ministry = ministryWithFallback();
    const failovers = await open(ministry);
    const activeSource = createActiveSource(() => ministry, failovers);
    await failSource(failovers);
    const other = { ...STREAM, url: "https://stream.example.org/other.m3u8" };
    channelNamed(ministry.channels, "english").source = other;
    expect(activeSource("english")).toEqual({ source: other, isFallback: false, instead: null });
  });

  it("is the source that the ministry selected, also with a dead stream", async () => {
    const ministry = ministryWithFallback();
    const failovers = await open(ministry);
    const activeSource = createActiveSource(() => ministry, failovers);
    const english = channelNamed(ministry.channels, "english");
    await failSource(failovers);
    english.use = "fallback";
    expect(activeSource("english").instead).toEqual({ why: "chosen", sinceMs: null });
    english.isOffAir = true;
    expect(activeSource("english")).toMatchObject({ source: null, instead: { why: "off" } });
    expect(() => activeSource("german")).toThrow("german");
  });
});

describe("several servers", () => {
  it("show the result of the leader", async () => {
    const leader = await open();
    const follower = await open(ministryWithFallback(), () => Promise.resolve(false));
    await failSource(leader);
    expect(follower.of("english")).toBeNull();
    await follower.check();
    expect(follower.of("english")).toEqual(leader.of("english"));
  });

  it("start with the stored state and keep it while the store is down", async () => {
    await failSource(await open());
    const later = await open();
    expect(later.of("english")).not.toBeNull();
    isStoreDown = true;
    await later.check();
    expect(later.of("english")).not.toBeNull();
    expect((await open()).of("english")).toBeNull();
  });

  it("learn of a failover that could not be stored at first", async () => {
    const leader = await open();
    isStoreDown = true;
    await failSource(leader);
    isStoreDown = false;
    await leader.check();
    expect(leader.of("english")).not.toBeNull();
    expect((await open()).of("english")).toEqual(leader.of("english"));
  });

  it("start empty if the stored state is invalid", async () => {
    stored.set("stand-ins", '{"english": {"why": "magic"}}');
    expect((await open()).of("english")).toBeNull();
  });
});
