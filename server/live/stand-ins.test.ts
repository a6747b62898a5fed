import { beforeEach, describe, expect, it } from "vitest";
import type { KeyValueStore } from "#server/kit/files/file-store.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { HlsProbeResult } from "./hls-probe.ts";
import { createActiveSource } from "./active-source.ts";
import { openFailoverMonitor, type FailoverMonitor } from "./failover.ts";

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;
const BACKUP = { kind: "linear", lineupId: "english" } as const;

let nowMs: number;
let state: HlsProbeResult["state"];
let kept: Map<string, string>;
let isStoreAway: boolean;

beforeEach(() => {
  nowMs = 1_000_000;
  state = "live";
  kept = new Map();
  isStoreAway = false;
});

const store: KeyValueStore = {
  get: (key) =>
    isStoreAway ? Promise.reject(new Error("away")) : Promise.resolve(kept.get(key) ?? null),
  set(key, value) {
    if (isStoreAway) return Promise.reject(new Error("away"));
    kept.set(key, value);
    return Promise.resolve();
  },
};

function ministryWithBackup() {
  const ministry = testMinistry({ english: STREAM });
  channelNamed(ministry.channels, "english").fallback = BACKUP;
  return ministry;
}

function open(
  ministry = ministryWithBackup(),
  leads?: () => Promise<boolean>,
): Promise<FailoverMonitor> {
  const probe = (): HlsProbeResult => ({ state, sinceMs: null, fault: null });
  return openFailoverMonitor({ ministry, probe, store, leads, now: () => nowMs });
}

async function die(standIns: FailoverMonitor): Promise<void> {
  state = "down";
  await standIns.look();
  nowMs += 30_000;
  await standIns.look();
}

describe("what a channel plays", () => {
  it("is its back-up while its stream is dead, with the reason, and then itself again", async () => {
    const ministry = ministryWithBackup();
    const standIns = await open(ministry);
    const onAir = createActiveSource(ministry, standIns);
    expect(onAir("english")).toEqual({ source: STREAM, isFallback: false, instead: null });
    await die(standIns);
    expect(onAir("english")).toEqual({
      source: BACKUP,
      isFallback: true,
      instead: { why: "down", sinceMs: 1_000_000 },
    });
    state = "live";
    await standIns.look();
    nowMs += 60_000;
    await standIns.look();
    expect(onAir("english").source).toBe(STREAM);
  });

  it("follows the channel's own number of seconds", async () => {
    const ministry = ministryWithBackup();
    channelNamed(ministry.channels, "english").fallbackAfterSeconds = 120;
    const standIns = await open(ministry);
    await die(standIns);
    expect(standIns.of("english")).toBeNull();
    nowMs += 90_000;
    await standIns.look();
    expect(standIns.of("english")).not.toBeNull();
  });

  it("is another source at once when the ministry gives one, however dead the old one was", async () => {
    const ministry = ministryWithBackup();
    const standIns = await open(ministry);
    const onAir = createActiveSource(ministry, standIns);
    await die(standIns);
    const other = { ...STREAM, url: "https://stream.example.org/other.m3u8" };
    channelNamed(ministry.channels, "english").source = other;
    expect(onAir("english")).toEqual({ source: other, isFallback: false, instead: null });
  });

  it("is what the ministry has chosen, also with a dead stream", async () => {
    const ministry = ministryWithBackup();
    const standIns = await open(ministry);
    const onAir = createActiveSource(ministry, standIns);
    const english = channelNamed(ministry.channels, "english");
    await die(standIns);
    english.use = "fallback";
    expect(onAir("english").instead).toEqual({ why: "chosen", sinceMs: null });
    english.isOffAir = true;
    expect(onAir("english")).toMatchObject({ source: null, instead: { why: "off" } });
    expect(() => onAir("german")).toThrow("german");
  });
});

describe("several servers", () => {
  it("show what the one that decides has found", async () => {
    const decides = await open();
    const follows = await open(ministryWithBackup(), () => Promise.resolve(false));
    await die(decides);
    expect(follows.of("english")).toBeNull();
    await follows.look();
    expect(follows.of("english")).toEqual(decides.of("english"));
  });

  it("begin with what held before, and keep it while the store is away", async () => {
    await die(await open());
    const later = await open();
    expect(later.of("english")).not.toBeNull();
    isStoreAway = true;
    await later.look();
    expect(later.of("english")).not.toBeNull();
    expect((await open()).of("english")).toBeNull();
  });

  it("begin with nothing where the store holds nonsense", async () => {
    kept.set("stand-ins", '{"english": {"why": "magic"}}');
    expect((await open()).of("english")).toBeNull();
  });
});
