import { expect, it } from "vitest";
import * as v from "valibot";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createRequirePermission } from "#server/studio/require-permission.ts";
import { channelNamed } from "#shared/live/channels.ts";
import { studioChannelsSchema } from "#shared/studio/studio-channels.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import { createStudioChannelsRoutes } from "./studio-channels-routes.ts";

const STREAM = { kind: "hls", url: "https://stream.example.org/live.m3u8" } as const;

function request(...permissions: Permission[]): Promise<Response> {
  const ministry = testMinistry({ english: STREAM });
  const routes = createStudioChannelsRoutes({
    file: testMinistry(),
    ministry: () => ministry,
    library: { lineups: { english: [] }, clips: new Map() },
    images: new Map([["cross.png", "/img/poster/poster-cross-1-2"]]),
    probe: () => ({ state: "down", sinceMs: null, fault: null }),
    requirePermission: createRequirePermission(
      () => Promise.resolve(permissions),
      (_, next) => next(),
    ),
  });
  return Promise.resolve(routes.request("/api/studio/channels"));
}

it("returns the file's channels, the state of sources and the choices", async () => {
  const response = await request("channels");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const { file, ...rest } = v.parse(studioChannelsSchema, await response.json());
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

it("requires the permission", async () => {
  expect((await request("videos", "schedule")).status).toBe(403);
});
