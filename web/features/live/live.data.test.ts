import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { createApi } from "#web/lib/http/http.ts";
import { channelEmbedPath } from "./channel-path.ts";
import { channelOf, liveQuery } from "./live.data.ts";

const STATUS: LiveStatus = {
  v: 1,
  now: "2026-11-19T15:00:00Z",
  pollSeconds: 90,
  channels: [{ id: "french", state: "rerun", since: null, title: "Psaume 23" }],
  next: null,
};

function queryOver(body: unknown) {
  const transport = () => Promise.resolve(Response.json(body));
  return liveQuery(createApi({ transport, backendUrl: "", publishableKey: "", language: "en" }));
}

describe("the live status", () => {
  it("is polled at the server's interval, else every 12 seconds, or a random part of it sooner", async () => {
    const client = new QueryClient();
    const options = queryOver(STATUS);
    const paceOf = () => {
      const query = client.getQueryCache().build(client, options);
      const { refetchInterval } = options;
      return typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval;
    };
    const unknown = Number(paceOf());
    expect(unknown).toBeGreaterThan(9_000);
    expect(unknown).toBeLessThanOrEqual(12_000);
    await client.fetchQuery(options);
    // The part is fixed per page: a new one with every response would restart the timer.
    expect(Number(paceOf()) / unknown).toBeCloseTo(90 / 12);
  });

  it.each([
    ["another version", { ...STATUS, v: 2 }],
    ["an unknown state", { ...STATUS, channels: [{ ...STATUS.channels[0], state: "paused" }] }],
    ["no pace", { ...STATUS, pollSeconds: "soon" }],
  ])("of %s counts as none", async (_what, body) => {
    await expect(new QueryClient().fetchQuery(queryOver(body))).rejects.toThrow(/Invalid/);
  });

  it("is known by channel", () => {
    expect(channelOf(STATUS, "french")?.title).toBe("Psaume 23");
    expect(channelOf(STATUS, "english")).toBeNull();
    expect(channelOf(undefined, "french")).toBeNull();
  });
});

it.each([
  [{ savesData: false, hasConsent: false }, "autoplay=1&lang=fr&saver=0"],
  [{ isPreview: true, savesData: false, hasConsent: false }, "autoplay=1&lang=fr&muted=1&saver=0"],
  [
    { isTapped: true, savesData: true, hasConsent: true },
    "autoplay=1&lang=fr&tap=1&consent=1&saver=1",
  ],
])("a channel that starts as %j has the URL %s", (start, search) => {
  expect(channelEmbedPath("french", "fr", start)).toBe(`/embed/channel/french?${search}`);
});
