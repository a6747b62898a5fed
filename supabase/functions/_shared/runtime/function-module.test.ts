import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import youtubePlaylistVideos from "#functions/youtube-playlist-videos/index.ts";
import { createMemoryStore, functionModule } from "./function-module.ts";
import type { FunctionContext } from "@reign-tv/kit/function-contract.ts";

const VARIABLES: Readonly<Record<string, string>> = {
  SITE_URL: "https://site.example",
  PLAYLISTS: '{"sermons":"library-sermons"}',
  CORS_ORIGINS: "https://tv.example/, ",
};

function standOnEdge(): { waited: Promise<unknown>[] } {
  const waited: Promise<unknown>[] = [];
  vi.stubGlobal("Deno", { env: { get: (name: string) => VARIABLES[name] } });
  vi.stubGlobal("EdgeRuntime", { waitUntil: (work: Promise<unknown>) => waited.push(work) });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ version: 1, clips: [] })));
  return { waited };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const ADDRESS = "https://project.example/functions/v1/youtube-playlist-videos";

describe("on the edge runtime, which passes no context", () => {
  it("reads the variables from Deno and responds", async () => {
    const { waited } = standOnEdge();
    const response = await youtubePlaylistVideos.fetch(
      new Request(`${ADDRESS}?playlistId=library-sermons`),
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ videos: [], source: "bundled" });
    expect(waited).toHaveLength(1);
  });

  it("prefers settings that staff changed on the site to the secrets", async () => {
    standOnEdge();
    const told = { PLAYLISTS: "{}", OWN_LISTS: "{}", VIDEO_WORDS: "{}", CHANNELS: "prayer" };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(told)));
    const reader = functionModule(["PLAYLISTS", "TTS_API_KEY"], (_request, { env }) =>
      Promise.resolve(Response.json(env)),
    );
    const response = await reader.fetch(new Request(ADDRESS));
    expect(await response.json()).toEqual({
      PLAYLISTS: "{}",
      SITE_URL: VARIABLES["SITE_URL"],
      CORS_ORIGINS: VARIABLES["CORS_ORIGINS"],
    });
  });

  const module = functionModule([], (_request, context) =>
    Promise.resolve(Response.json({ site: context.env["SITE_URL"] })),
  );
  const preflight = (origin: string): Promise<Response> =>
    module.fetch(new Request(ADDRESS, { method: "OPTIONS", headers: { origin } }));

  it.each(["https://site.example", "https://tv.example", "capacitor://localhost"])(
    "allows calls of %s",
    async (origin) => {
      standOnEdge();
      const { headers } = await preflight(origin);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
      expect(headers.get("access-control-max-age")).toBe("600");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    },
  );

  it.each(["https://evil.example", "null", "https://site.example.evil.example"])(
    "blocks calls of %s",
    async (origin) => {
      standOnEdge();
      const { headers } = await preflight(origin);
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("vary")).toBe("Origin");
    },
  );
});

it("uses our own host's context unchanged, without CORS headers", async () => {
  const context: FunctionContext = {
    env: { SITE_URL: "https://own.example" },
    fetch: () => Promise.reject(new Error("no call expected")),
    store: createMemoryStore(),
    now: () => 0,
  };
  const module = functionModule([], (_request, given) =>
    Promise.resolve(Response.json({ isSame: given === context })),
  );
  const headers = { origin: "https://site.example" };
  const response = await module.fetch(new Request(ADDRESS, { headers }), context);
  expect(await response.json()).toEqual({ isSame: true });
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
});

it.each([
  ["youtube-playlist-videos", ["fast-xml-parser", "valibot"]],
  ["account-export", ["fflate", "valibot"]],
  ["account-delete", ["valibot"]],
  ["studio-accounts", ["fflate", "valibot"]],
  ["tts", ["valibot"]],
  ["watch-pulse", ["valibot"]],
])(
  "the import map of %s for the edge runtime names the versions of package.json",
  (name, packages) => {
    const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
    const manifest = v.object({ dependencies: v.record(v.string(), v.string()) });
    const importMap = v.object({ imports: v.record(v.string(), v.string()) });
    const { dependencies } = v.parse(manifest, read("package.json"));
    const { "@reign-tv/kit/": kit, ...imports } = v.parse(
      importMap,
      read(`supabase/functions/${name}/deno.json`),
    ).imports;
    expect(kit).toBe("../../../packages/kit/");
    for (const [imported, target] of Object.entries(imports)) {
      expect(target).toBe(`npm:${imported}@${dependencies[imported]}`);
    }
    expect(Object.keys(imports).toSorted()).toEqual(packages);
  },
);
