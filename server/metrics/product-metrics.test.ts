import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileStateStore } from "#server/state-store/state-store.ts";
import { createMetrics, formatMetrics } from "@reign-tv/kit/metrics.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { registerProductMetrics } from "./product-metrics.ts";

const NOW_MS = Date.parse("2026-11-22T09:30:00Z");
const STATES = ["live", "rerun", "offline", "down", "scheduled", "unknown"] as const;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reign-figures-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function metrics(start: string, answer?: Response): Promise<string> {
  const status: LiveStatus = {
    v: 1,
    now: new Date(NOW_MS).toISOString(),
    pollSeconds: 15,
    channels: STATES.map((state) => ({ id: `is-${state}`, state, since: null, title: "A title" })),
    next: { id: "sunday", start, minutes: 120, zone: "Europe/Paris" },
  };
  const metrics = createMetrics();
  registerProductMetrics({
    metrics,
    faults: {
      states: () => ({
        mail: {
          state: "failing",
          since: "2026-11-22T09:00:00.000Z",
          reason: "ECONNREFUSED",
          workedAt: null,
        },
        youtube: { state: "ok", since: "2026-11-22T09:00:00.000Z", reason: null, workedAt: null },
      }),
    },
    inProcess: () => Promise.resolve(answer ?? Response.json(status)),
    records: createFileStateStore(dataDir),
    dailyUnits: 5_000,
    now: () => NOW_MS,
  });
  return formatMetrics(await metrics.read());
}

describe("metrics of the product", () => {
  it("report channels with a known state, by name only", async () => {
    const text = await metrics("2026-11-22T09:00:00Z");
    const lines = text.split("\n").filter((line) => line.startsWith("channel_up"));
    expect(lines).toEqual([
      'channel_up{channel="is-live"} 1',
      'channel_up{channel="is-rerun"} 1',
      'channel_up{channel="is-offline"} 0',
      'channel_up{channel="is-down"} 0',
    ]);
    expect(text).not.toContain("A title");
  });

  it.each([
    ["2026-11-22T09:00:00Z", 1],
    ["2026-11-22T10:00:00Z", 0],
    ["2026-11-22T07:30:00Z", 0],
  ])("report whether a service that starts at %s is on", async (start, isOn) => {
    expect(await metrics(start)).toContain(`service_on ${isOn}\n`);
  });

  it("report the state of external dependencies", async () => {
    const text = await metrics("2026-11-22T09:00:00Z");
    expect(text).toContain('component_up{component="mail"} 0\n');
    expect(text).toContain('component_up{component="youtube"} 1\n');
    expect(text).not.toContain("ECONNREFUSED");
  });

  it("count quota units by the platform's own day, with their limit", async () => {
    const store = createFileStateStore(dataDir).storeOf("functions-store/youtube-playlist-videos");
    expect(await metrics("2026-11-22T09:00:00Z")).toContain("playlist_quota_units 0\n");
    await store.set("youtube-units", JSON.stringify({ day: "2026-11-22", units: 321 }));
    const text = await metrics("2026-11-22T09:00:00Z");
    expect(text).toContain("playlist_quota_units 321\n");
    expect(text).toContain("playlist_quota_limit_units 5000\n");
    await store.set("youtube-units", JSON.stringify({ day: "2026-11-21", units: 321 }));
    expect(await metrics("2026-11-22T09:00:00Z")).toContain("playlist_quota_units 0\n");
  });

  it("leave the channels out when their state is unknown, and keep the rest", async () => {
    const text = await metrics("2026-11-22T09:00:00Z", new Response("no", { status: 500 }));
    expect(text).not.toMatch(/^channel_up/m);
    expect(text).toContain("playlist_quota_limit_units 5000\n");
  });
});
