import { expect, test } from "vitest";
import type { Transport } from "#shared/transport.ts";
import { createUploadedPosters } from "./image-sources.ts";

const NAME = `upload-${"0a".repeat(16)}`;

function answering(status: number, asked: string[] = []): Transport {
  return (path) => {
    asked.push(path);
    return Promise.resolve(new Response("picture", { status }));
  };
}

test("a picture is read of the bucket by its name alone, and kept for good", async () => {
  const asked: string[] = [];
  const source = createUploadedPosters(answering(200, asked))(NAME);
  expect(source?.isChanging).toBe(false);
  expect((await source?.load(320))?.toString()).toBe("picture");
  expect(asked).toEqual([`/storage/v1/object/public/posters/${NAME}.jpg`]);
});

test.each(["poster-english-1", "upload-../x", "upload-0A", `${NAME}0`, `x${NAME}`])(
  "%s is asked of nobody",
  (name) => {
    expect(createUploadedPosters(answering(200))(name)).toBeNull();
  },
);

test.each([400, 404])("there is none where the storage says %i", async (status) => {
  expect(await createUploadedPosters(answering(status))(NAME)?.load(320)).toBeNull();
});

test("a storage that does not answer is no missing picture", async () => {
  const source = createUploadedPosters(answering(503))(NAME);
  await expect(source?.load(320)).rejects.toThrow("HTTP 503");
});
