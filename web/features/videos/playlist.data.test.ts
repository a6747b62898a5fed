import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Api } from "#web/lib/http/http.ts";
import { playlistQuery, refreshPlaylist } from "./playlist.data.ts";

const ANSWER = {
  videos: [
    {
      id: "clip-one",
      title: "Be still",
      description: "",
      thumbnail: "/img/clip/clip-one",
      duration: "0:24",
      viewCount: "12K views",
      publishedAt: "2026-01-01T00:00:00Z",
    },
  ],
  source: "bundled",
  fetchedAt: "2026-01-01T00:00:00Z",
  stale: false,
};

function apiAnswering(answer: unknown): { api: Api; bodies: unknown[]; queries: unknown[] } {
  const bodies: unknown[] = [];
  const queries: unknown[] = [];
  const api: Api = {
    invoke: (_name, body) => {
      bodies.push(body);
      return Promise.resolve(answer);
    },
    read: (_name, query) => {
      queries.push(query);
      return Promise.resolve(answer);
    },
    getJson: () => Promise.reject(new Error("not asked for")),
    isThere: () => Promise.reject(new Error("not asked for")),
  };
  return { api, bodies, queries };
}

describe("the query of a playlist", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is fresh for 30 s, cached for 60 s, retried once after 1 s, not on focus, on mount (S7.4, S9.7)", () => {
    vi.stubGlobal("window", {});
    expect(playlistQuery(apiAnswering(ANSWER).api, "library-sermons")).toMatchObject({
      staleTime: 30_000,
      gcTime: 60_000,
      retry: 1,
      retryDelay: 1_000,
      refetchOnWindowFocus: false,
      refetchOnMount: true,
    });
  });

  it("is not retried on the server", () => {
    expect(playlistQuery(apiAnswering(ANSWER).api, "library-sermons").retry).toBe(false);
  });

  it("reads by GET, so that caches may answer, the whole list or a row of it (S7.2)", async () => {
    const { api, bodies, queries } = apiAnswering(ANSWER);
    const answer = await new QueryClient().fetchQuery(playlistQuery(api, "library-sermons"));
    await new QueryClient().fetchQuery(playlistQuery(api, "library-sermons", 5));
    expect(queries).toEqual([
      { playlistId: "library-sermons" },
      { playlistId: "library-sermons", limit: "5" },
    ]);
    expect(bodies).toEqual([]);
    expect(answer.videos[0]?.title).toBe("Be still");
  });

  it("rejects a response of another shape", async () => {
    const { api } = apiAnswering({ videos: [{ id: 7 }] });
    const read = new QueryClient().fetchQuery(playlistQuery(api, "library-sermons"));
    await expect(read).rejects.toMatchObject({ code: "upstream_failed" });
  });
});

it("refresh asks the server to read the platform and replaces the cached list", async () => {
  const { api, bodies } = apiAnswering(ANSWER);
  const queryClient = new QueryClient();
  await refreshPlaylist({ api, language: "fr" }, queryClient, "library-sermons");
  expect(bodies).toEqual([{ playlistId: "library-sermons", refresh: true, language: "fr" }]);
  expect(queryClient.getQueryData(["playlist", "library-sermons", null])).toEqual(ANSWER);
});
