import { expect, it } from "vitest";
import { readPlaylistVideos } from "./playlist-reader.ts";

const VIDEO = {
  id: "dQw4w9WgXcQ",
  title: "A sermon",
  description: "",
  thumbnail: "/img/yt/dQw4w9WgXcQ",
  publishedAt: "2026-01-01T00:00:00Z",
  duration: "10:00",
  viewCount: "1",
};

function serviceWith(answer: unknown) {
  const asked: string[] = [];
  const transport = (url: string, init?: RequestInit) => {
    asked.push(`${url} ${new Headers(init?.headers).get("apikey")}`);
    return Promise.resolve(Response.json(answer));
  };
  return { asked, service: { transport, publishableKey: "key" } };
}

it("requests a playlist by id with the site's key, limited on request", async () => {
  const answer = {
    videos: [VIDEO],
    source: "api",
    fetchedAt: "2026-01-01T00:00:00Z",
    stale: false,
  };
  const { asked, service } = serviceWith(answer);
  expect(await readPlaylistVideos(service, { playlistId: "PL1234567890" })).toEqual([VIDEO]);
  await readPlaylistVideos(service, { playlistId: "PL1234567890", limit: 3, timeoutMs: 1_000 });
  const address = "/functions/v1/youtube-playlist-videos?playlistId=PL1234567890";
  expect(asked).toEqual([`${address} key`, `${address}&limit=3 key`]);
});

it.each([
  ["a failure", { error: "no", code: "quota" }],
  [
    "videos of another shape",
    { videos: [{ id: "x" }], source: "api", fetchedAt: "", stale: false },
  ],
  ["nothing", null],
])("rejects %s in place of videos", async (_, answer) => {
  const { service } = serviceWith(answer);
  await expect(readPlaylistVideos(service, { playlistId: "PL1234567890" })).rejects.toThrow(
    /^Invalid (key|type): Expected/,
  );
});
