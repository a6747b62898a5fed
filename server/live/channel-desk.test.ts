import { expect, test } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import type { StaffVerdict } from "#server/studio/staff-caller.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { channelDeskSchema } from "#shared/studio/channel-desk.ts";
import { createChannelDesk } from "./channel-desk.ts";

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;

function ask(verdict: Promise<StaffVerdict>): Promise<Response> {
  const ministry = testMinistry({ english: STREAM });
  const desk = createChannelDesk({
    file: testMinistry(),
    ministry,
    library: { lineups: { english: [] }, clips: new Map() },
    pictures: new Map([["cross.png", "/img/poster/poster-cross-1-2"]]),
    probe: () => ({ state: "down", sinceMs: null, fault: null }),
    check: (_authorization, permission) =>
      permission === "channels" ? verdict : Promise.resolve(403),
  });
  return Promise.resolve(desk.request("/api/studio/channels"));
}

test("helpers read what the file says, how sources do and what can be chosen", async () => {
  const response = await ask(Promise.resolve("may"));
  expect(response.headers.get("cache-control")).toContain("no-store");
  const { file, ...rest } = channelDeskSchema.parse(await response.json());
  expect(channelNamed(file, "english").source).toEqual({ kind: "linear", lineupId: "english" });
  expect(rest).toEqual({
    health: {
      english: { source: "down", fallback: "unknown" },
      french: { source: "unknown", fallback: "unknown" },
    },
    lineups: ["english"],
    posters: [{ value: "cross.png", label: "cross.png", picture: "/img/poster/poster-cross-1-2" }],
  });
});

test.each<[string, Promise<StaffVerdict>, number]>([
  ["without a token", Promise.resolve(401), 401],
  ["without the permission", Promise.resolve(403), 403],
])("nobody reads it %s", async (_who, verdict, status) => {
  const response = await ask(verdict);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: "refused" });
});

test("nobody reads it while the backend is away", async () => {
  expect((await ask(Promise.reject(new Error("away")))).status).toBe(503);
});
