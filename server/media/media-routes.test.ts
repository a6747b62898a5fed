import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  largeFilmOf,
  makeClip,
  type MediaFixture,
  soundOf,
  writeMediaFixture,
} from "#tests/support/media-fixture.ts";
import { clipFileUrl, clipInitUrl, clipSegmentUrl, clipSoundPlaylistUrl } from "./media-urls.ts";
import { createMediaFileReader } from "./media-file-reader.ts";
import { mediaRoutes } from "#tests/support/media-routes.ts";
import { type LibraryClip, loadLibrary } from "./library.ts";

let fixture: MediaFixture;
let app: Hono;
let clip: LibraryClip;

beforeAll(async () => {
  const small = makeClip("clip-one", [4.8, 4.8, 3.2]);
  const onlySmall = makeClip("clip-only-small", [4.8]);
  const large = { ...largeFilmOf(small), bytes: 5000, init: { offset: 40, length: 60 } };
  const sound = soundOf(small);
  fixture = await writeMediaFixture([{ ...small, large, sound }, onlySmall], {
    english: ["clip-one"],
  });
  const library = await loadLibrary(fixture.directory);
  app = await mediaRoutes(library);
  const found = library.clips.get("clip-one");
  if (!found) throw new Error("no clip");
  clip = found;
});

afterAll(() => fixture.remove());

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

function expectedBytes(first: number, last: number): Uint8Array {
  return Uint8Array.from({ length: last - first + 1 }, (_, index) => fixture.byteAt(first + index));
}

describe("whole clip", () => {
  it("is video/mp4 with public, permanent caching", async () => {
    const response = await app.request(clipFileUrl(clip));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": "3100",
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      etag: `"${clip.version}"`,
    });
    expect(await bytesOf(response)).toEqual(expectedBytes(0, 3099));
  });

  it("is revalidated when its URL has no version or an old one", async () => {
    for (const address of ["/media/clips/clip-one.mp4", "/media/clips/clip-one.mp4?v=old"]) {
      const response = await app.request(address);
      expect(response.headers.get("cache-control")).toBe(
        "public, max-age=300, stale-while-revalidate=86400",
      );
    }
  });

  it.each([
    ["bytes=0-", 0, 3099],
    ["bytes=100-199", 100, 199],
    ["bytes=-50", 3050, 3099],
  ])("sends the range %s", async (range, first, last) => {
    const response = await app.request(clipFileUrl(clip), { headers: { Range: range } });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${first}-${last}/3100`);
    expect(response.headers.get("content-length")).toBe(String(last - first + 1));
    expect(await bytesOf(response)).toEqual(expectedBytes(first, last));
  });

  it("responds 416 with the size to a range beyond the end", async () => {
    const response = await app.request(clipFileUrl(clip), {
      headers: { Range: "bytes=3100-" },
    });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */3100");
  });

  it("sends a range only for the requested version", async () => {
    const headers = { Range: "bytes=0-9" };
    const same = { ...headers, "If-Range": `"${clip.version}"` };
    const other = { ...headers, "If-Range": '"older"' };
    expect((await app.request(clipFileUrl(clip), { headers: same })).status).toBe(206);
    expect((await app.request(clipFileUrl(clip), { headers: other })).status).toBe(200);
  });

  it("responds 304 to a known ETag, and to HEAD without a body", async () => {
    const known = await app.request(clipFileUrl(clip), {
      headers: { "If-None-Match": `"${clip.version}"` },
    });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe("");
    const head = await app.request(clipFileUrl(clip), { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("3100");
    expect(await head.text()).toBe("");
  });
});

it("cuts segments and their initialisation from the one file", async () => {
  const init = await app.request(clipInitUrl(clip));
  expect(await bytesOf(init)).toEqual(expectedBytes(0, 99));
  const last = await app.request(clipSegmentUrl(clip, 2));
  expect(await bytesOf(last)).toEqual(expectedBytes(2100, 3099));
  expect(last.headers.get("cache-control")).toContain("immutable");
  const known = await app.request(clipSegmentUrl(clip, 2), {
    headers: { "If-None-Match": last.headers.get("etag") ?? "" },
  });
  expect(known.status).toBe(304);
});

it("has separate URLs for the large rendition", async () => {
  const file = await app.request(clipFileUrl(clip, "large"));
  expect([file.status, file.headers.get("content-length")]).toEqual([200, "5000"]);
  expect(file.headers.get("cache-control")).toContain("immutable");
  const init = await app.request(clipInitUrl(clip, "large"));
  expect(await bytesOf(init)).toEqual(expectedBytes(40, 99));
  const segment = await app.request(clipSegmentUrl(clip, 2, "large"));
  expect(await bytesOf(segment)).toEqual(expectedBytes(2100, 3099));
  const etags = [clipFileUrl(clip), clipSegmentUrl(clip, 2)].map(async (address) =>
    (await app.request(address)).headers.get("etag"),
  );
  expect(await Promise.all(etags)).not.toContain(file.headers.get("etag"));
  expect(await Promise.all(etags)).not.toContain(segment.headers.get("etag"));
});

it("lists all segments in the playlist of a clip and ends it", async () => {
  const response = await app.request("/media/clips/clip-one/index.m3u8");
  expect(response.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
  expect(await response.text()).toBe(
    [
      "#EXTM3U",
      "#EXT-X-VERSION:7",
      "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-PLAYLIST-TYPE:VOD",
      "#EXT-X-TARGETDURATION:5",
      "#EXT-X-MEDIA-SEQUENCE:0",
      `#EXT-X-MAP:URI="/media/clips/clip-one/init.mp4?v=${clip.version}"`,
      "#EXTINF:4.80000,",
      `/media/clips/clip-one/0.m4s?v=${clip.version}`,
      "#EXTINF:4.80000,",
      `/media/clips/clip-one/1.m4s?v=${clip.version}`,
      "#EXTINF:3.20000,",
      `/media/clips/clip-one/2.m4s?v=${clip.version}`,
      "#EXT-X-ENDLIST",
      "",
    ].join("\n"),
  );
});

describe("sound alone", () => {
  it("is one file with its true size, ranges and permanent caching", async () => {
    const address = clipFileUrl(clip, "sound");
    expect(address).toBe(`/media/clips/clip-one.m4a?v=${clip.version}`);
    const file = await app.request(address);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "audio/mp4",
      "content-length": "850",
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${clip.version}-sound"`,
    });
    expect(await bytesOf(file)).toEqual(expectedBytes(0, 849));
    const part = await app.request(address, { headers: { Range: "bytes=800-" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 800-849/850"]);
    const head = await app.request(address, { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["850", ""]);
    const headers = { "If-None-Match": file.headers.get("etag") ?? "" };
    expect((await app.request(address, { headers })).status).toBe(304);
    expect((await app.request(address, { headers: { Range: "bytes=850-" } })).status).toBe(416);
  });

  it("is a playlist with an end, cut like the picture", async () => {
    const response = await app.request(clipSoundPlaylistUrl(clip));
    expect(response.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    expect(response.headers.get("cache-control")).toContain("immutable");
    const playlist = await response.text();
    const picture = await (await app.request("/media/clips/clip-one/index.m3u8")).text();
    expect(playlist.replaceAll("/sound/", "/")).toBe(picture);
    const segment = await app.request(clipSegmentUrl(clip, 2, "sound"));
    expect(segment.headers.get("content-type")).toBe("audio/mp4");
    expect(await bytesOf(segment)).toEqual(expectedBytes(600, 849));
  });

  it("is listed in the library with address, size and length", async () => {
    const { clips } = await (await app.request("/media/library.json")).json();
    expect(clips[0].sound).toMatchObject({
      url: clipFileUrl(clip, "sound"),
      playlist: clipSoundPlaylistUrl(clip),
      bytes: 850,
      seconds: clip.durationSeconds,
    });
    expect(clips[1]).not.toHaveProperty("sound");
    expect(clips[0].keep.sound).toEqual({ url: clipFileUrl(clip, "sound"), bytes: 850 });
    expect(clips[1].keep).toEqual({
      picture: { url: expect.stringContaining("/clip-only-small.mp4?v="), bytes: clips[1].bytes },
    });
  });
});

it("sends captions and the library with an ETag", async () => {
  const captions = await app.request("/media/captions/clip-one.en.vtt");
  expect(captions.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
  expect(await captions.text()).toBe("WEBVTT\n");
  const again = await app.request("/media/captions/clip-one.en.vtt", {
    headers: { "If-None-Match": captions.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  const library = await app.request("/media/library.json");
  expect(await library.json()).toMatchObject({
    version: 1,
    clips: [{ id: "clip-one" }, { id: "clip-only-small" }],
  });
});

it.each([
  "/media/clips/clip-two.mp4",
  "/media/clips/clip-one/3.m4s",
  "/media/clips/clip-one/large/3.m4s",
  "/media/clips/clip-only-small.large.mp4",
  "/media/clips/clip-only-small/large/0.m4s",
  "/media/clips/clip-only-small.m4a",
  "/media/clips/clip-only-small/audio.m3u8",
  "/media/clips/clip-only-small/sound/init.mp4",
  "/media/clips/clip-one/tiny/init.mp4",
  "/media/clips/clip-one/sound/3.m4s",
  "/media/clips/clip-two/audio.m3u8",
  "/media/clips/clip-one/-1.m4s",
  "/media/clips/clip-one/00000000001.m4s",
  "/media/clips/..%2flibrary.json",
  "/media/clips/%2e%2e/library.json.mp4",
  "/media/captions/..%2flibrary.json.vtt",
  "/media/captions/clip-one.en.vtt%00.png",
  "/media/lineups.json",
  "/media/posters/clip-one.webp",
])("responds 404 to GET %s", async (path) => {
  expect((await app.request(path)).status).toBe(404);
});

it("reads files that exceed the memory limit from disk, with the same bytes", async () => {
  const fromDisk = createMediaFileReader(fixture.directory, clip.bytes - 1);
  const body = await fromDisk(clip, { first: 100, last: 1099 });
  expect(await bytesOf(new Response(body))).toEqual(expectedBytes(100, 1099));
});

describe("views", () => {
  const view = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { method: "POST", headers });

  it("are counted once per visitor and published with the library", async () => {
    const before = await app.request("/media/library.json");
    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.2"]) {
      const response = await view("/media/clips/clip-one/views", { "x-forwarded-for": address });
      expect(response.status).toBe(204);
    }
    const after = await app.request("/media/library.json");
    expect(await after.json()).toMatchObject({
      clips: [{ id: "clip-one", views: 2 }, { id: "clip-only-small" }],
    });
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  it("respond 404 for an unknown clip and 403 to another site", async () => {
    expect((await view("/media/clips/clip-two/views")).status).toBe(404);
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await view("/media/clips/clip-one/views", headers)).status).toBe(403);
  });
});
