import { expect, test } from "vitest";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createRequirePermission } from "#server/studio/require-permission.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { studioChannelsSchema } from "#shared/studio/studio-channels.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import { createStudioChannels } from "./studio-channels-routes.ts";

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;

function ask(...rights: Permission[]): Promise<Response> {
  const ministry = testMinistry({ english: STREAM });
  const desk = createStudioChannels({
    file: testMinistry(),
    ministry,
    library: { lineups: { english: [] }, clips: new Map() },
    pictures: new Map([["cross.png", "/img/poster/poster-cross-1-2"]]),
    probe: () => ({ state: "down", sinceMs: null, fault: null }),
    door: createRequirePermission(() => Promise.resolve(rights)),
  });
  return Promise.resolve(desk.request("/api/studio/channels"));
}

test("helpers read what the file says, how sources do and what can be chosen", async () => {
  const response = await ask("channels");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const { file, ...rest } = studioChannelsSchema.parse(await response.json());
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

test("other helpers do not", async () => {
  expect((await ask("videos", "schedule")).status).toBe(403);
});
