import { channelNamed } from "#shared/live/channels.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { uploadedPoster } from "#shared/live/poster.domain.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { openChannelPosters } from "./channel-posters.ts";
import { createImageRoutes } from "./images/image-routes.ts";
import { loadLibrary, MEDIA_DIR, type MediaLibrary } from "./library.ts";

let folder: string;
let library: MediaLibrary;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reign-posters-"));
  mkdirSync(join(folder, "posters"));
  const picture = { width: 1280, height: 720, channels: 3, background: "#4a1f8f" } as const;
  writeFileSync(
    join(folder, "posters", "english.png"),
    await sharp({ create: picture }).png().toBuffer(),
  );
  library = await loadLibrary(MEDIA_DIR);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ministryWith(poster: string) {
  const ministry = testMinistry();
  channelNamed(ministry.channels, "english").poster = poster;
  return ministry;
}

it("falls back to the first clip of the channel's lineup", async () => {
  const { urls, ministryImages } = await openChannelPosters(testMinistry(), library, folder);
  const [first] = library.lineups["english"] ?? [];
  expect(urls.english).toBe(`/img/clip/${first}`);
  expect(ministryImages.size).toBe(0);
});

it("gives an uploaded poster a URL of its own", async () => {
  const { urlsOf } = await openChannelPosters(testMinistry(), library, folder);
  const { channels } = ministryWith(uploadedPoster("0a".repeat(16)));
  expect(urlsOf(channels).english).toBe(`/img/poster/upload-${"0a".repeat(16)}`);
});

it("serves an image next to ministry.json in every size and format, named by its content", async () => {
  const posters = await openChannelPosters(ministryWith("posters/english.png"), library, folder);
  expect(posters.urls.english).toMatch(/^\/img\/poster\/poster-english-[a-z0-9]+-[a-z0-9]+$/);
  const images = createImageRoutes({
    dataDir: folder,
    library,
    ministryImages: posters.ministryImages,
    uploadedImage: () => null,
    youtubeImageBase: "https://pictures.example",
    fetch: () => Promise.reject(new TypeError("not asked for")),
    log: createLogger("silent"),
    isKnownVideo: () => false,
  });
  const path = channelNamed(posters.urls, "english").replace("/img", "");
  for (const [ending, type] of [
    ["webp", "image/webp"],
    ["jpg", "image/jpeg"],
  ] as const) {
    const reply = await images.app.request(`${path}/640.${ending}`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, type]);
    const { width } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect(width).toBe(640);
  }
  expect((await images.app.request("/poster/english-other-name/640.webp")).status).toBe(404);
  await images.idle();
});
