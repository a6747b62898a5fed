import { expect, it } from "vitest";
import type { Transport } from "#shared/transport.ts";
import { createUploadedPosters } from "./image-sources.ts";

const NAME = `upload-${"0a".repeat(16)}`;

function answering(status: number, asked: string[] = []): Transport {
  return (path) => {
    asked.push(path);
    return Promise.resolve(new Response("picture", { status }));
  };
}

it("reads an image from the bucket by its name and caches it permanently", async () => {
  const asked: string[] = [];
  const source = createUploadedPosters(answering(200, asked))(NAME);
  expect(source?.isChanging).toBe(false);
  expect((await source?.load(320))?.toString()).toBe("picture");
  expect(asked).toEqual([`/storage/v1/object/public/posters/${NAME}.jpg`]);
});

it.each(["poster-english-1", "upload-../x", "upload-0A", `${NAME}0`, `x${NAME}`])(
  "rejects the name %s without a call",
  (name) => {
    expect(createUploadedPosters(answering(200))(name)).toBeNull();
  },
);

it.each([400, 404])("has no image if the storage responds %i", async (status) => {
  expect(await createUploadedPosters(answering(status))(NAME)?.load(320)).toBeNull();
});

it("throws if the storage does not respond", async () => {
  const source = createUploadedPosters(answering(503))(NAME);
  await expect(source?.load(320)).rejects.toThrow("HTTP 503");
});
