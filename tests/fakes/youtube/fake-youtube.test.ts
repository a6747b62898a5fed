import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { fakeVideo, fakeVideos } from "./catalogue.ts";
import { startFakeYouTube } from "./fake-youtube.ts";
import type { FakeYouTube } from "./fake-youtube.ts";

const LIST = "PLfakefakefake";
let fake: FakeYouTube;

async function start(): Promise<FakeYouTube> {
  fake = await startFakeYouTube({
    playlists: {
      [LIST]: [
        fakeVideo("aaa", { title: "Faith & Works" }),
        fakeVideo("priv", { state: "private" }),
        ...fakeVideos("v", 61),
      ],
    },
    channels: [{ id: "UC1", handle: "ministry", uploadsPlaylistId: "UU1" }],
  });
  return fake;
}

afterEach(async () => {
  await fake.close();
});

async function api(path: string, key = "fake-key"): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${fake.apiBase}/${path}`, { headers: { "x-goog-api-key": key } });
  return { status: response.status, json: await response.json() };
}

describe("the fake Data API", () => {
  it("pages through a playlist and counts a unit per call", async () => {
    await start();
    const list = `playlistItems?part=contentDetails&playlistId=${LIST}&maxResults=50&fields=nextPageToken,pageInfo/totalResults,items(contentDetails/videoId)`;
    const first = await api(list);
    expect(first.json).toMatchObject({ pageInfo: { totalResults: 63 } });
    expect(first.json).toHaveProperty("items.length", 50);
    expect(first.json).not.toHaveProperty("items.0.id");
    const token = String(Reflect.get(Object(first.json), "nextPageToken"));
    const second = await api(`${list}&pageToken=${token}`);
    expect(second.json).toHaveProperty("items.length", 13);
    expect(second.json).not.toHaveProperty("nextPageToken");
    expect(fake.units()).toBe(2);
  });

  it("lists a private video without its date and does not return it from videos", async () => {
    await start();
    const list = await api(
      `playlistItems?part=snippet,contentDetails,status&playlistId=${LIST}&maxResults=2`,
    );
    expect(list.json).toMatchObject({
      items: [
        { snippet: { title: "Faith & Works" } },
        { snippet: { title: "Private video" }, status: { privacyStatus: "private" } },
      ],
    });
    expect(list.json).not.toHaveProperty("items.1.contentDetails.videoPublishedAt");
    const videos = await api("videos?part=contentDetails&id=aaa________,priv_______");
    expect(videos.json).toMatchObject({ items: [{ id: "aaa________" }] });
  });

  it.each([
    ["no such playlist", "playlistItems?part=id&playlistId=PLunknown", 404, "playlistNotFound"],
    [
      "a bad page token",
      `playlistItems?part=id&playlistId=${LIST}&pageToken=x`,
      400,
      "invalidPageToken",
    ],
    [
      "too many results",
      `playlistItems?part=id&playlistId=${LIST}&maxResults=51`,
      400,
      "invalidFilters",
    ],
    [
      "more than 50 ids",
      `videos?part=id&id=${Array(51).fill("a").join(",")}`,
      400,
      "invalidFilters",
    ],
  ])("rejects %s", async (_what, path, status, reason) => {
    await start();
    const reply = await api(path);
    expect(reply.status).toBe(status);
    expect(reply.json).toHaveProperty("error.errors.0.reason", reason);
  });

  it("rejects a wrong key in the newer format and a missing one in the older", async () => {
    await start();
    const wrong = await api(`playlistItems?part=id&playlistId=${LIST}`, "other");
    expect(wrong.json).toHaveProperty("error.details.0.reason", "API_KEY_INVALID");
    const missing = await fetch(`${fake.apiBase}/playlistItems?part=id&playlistId=${LIST}`);
    expect(missing.status).toBe(403);
  });

  it("returns the uploads playlist of a channel for its handle", async () => {
    await start();
    const reply = await api("channels?part=contentDetails&forHandle=@ministry");
    expect(reply.json).toHaveProperty("items.0.contentDetails.relatedPlaylists.uploads", "UU1");
  });
});

describe("the fake website", () => {
  it("serves a feed of at most 15 public entries and a 404 page for an unknown list", async () => {
    await start();
    const feed = await (await fetch(`${fake.feedBase}/videos.xml?playlist_id=${LIST}`)).text();
    expect(feed.match(/<entry>/g)).toHaveLength(15);
    expect(feed).toContain("<title>Faith &amp; Works</title>");
    expect(feed).not.toContain("Private video");
    const missing = await fetch(`${fake.feedBase}/videos.xml?playlist_id=PLunknown`);
    expect([missing.status, missing.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });

  it("responds to a missing thumbnail with 404 and a valid 120x90 image", async () => {
    await start();
    fake.catalogue.playlists.set(LIST, [fakeVideo("aaa", { pictures: ["default", "medium"] })]);
    const medium = await fetch(`${fake.imageBase}/vi/aaa________/mqdefault.jpg`);
    const maxres = await fetch(`${fake.imageBase}/vi/aaa________/maxresdefault.jpg`);
    expect([medium.status, maxres.status]).toEqual([200, 404]);
    const size = await sharp(await maxres.arrayBuffer()).metadata();
    expect([size.width, size.height]).toEqual([120, 90]);
  });

  it("responds to oEmbed with 401 when embedding is off and 404 for an unknown video", async () => {
    await start();
    fake.catalogue.playlists.set(LIST, [fakeVideo("off", { isEmbeddable: false })]);
    const ask = async (id: string): Promise<number> => {
      const watch = encodeURIComponent(`https://www.youtube.com/watch?v=${id}`);
      return (await fetch(`${fake.origin}/oembed?url=${watch}&format=json`)).status;
    };
    expect([await ask("off________"), await ask("gone_______")]).toEqual([401, 404]);
  });

  it.each([
    ["153 without a Referer", "aaa________", {}, "153"],
    ["no error with one", "aaa________", { referer: "https://site.example/" }, ""],
    ["100 for an unknown video", "unknown____", { referer: "https://site.example/" }, "100"],
  ])("plays with %s", async (_what, id, headers, error) => {
    await start();
    const page = await (await fetch(`${fake.embedBase}/embed/${id}`, { headers })).text();
    expect(page).toContain(`data-error="${error}"`);
  });
});

it("repeats a scripted fault as often as requested, then recovers", async () => {
  await start();
  fake.fail("feed", "internalError", { times: 1, retryAfter: "7" });
  fake.fail("picture", "reset");
  const feed = `${fake.feedBase}/videos.xml?playlist_id=${LIST}`;
  const broken = await fetch(feed);
  expect([broken.status, broken.headers.get("retry-after")]).toEqual([500, "7"]);
  expect((await fetch(feed)).status).toBe(200);
  await expect(fetch(`${fake.imageBase}/vi/x/y.jpg`)).rejects.toThrow("fetch failed");
  fake.heal();
  expect((await fetch(`${fake.imageBase}/vi/x/y.jpg`)).status).toBe(404);
});
