import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { avatarName, makeImage, startStorageTest, type StorageTest } from "./storage.fixture.ts";
import { createStorageDeps } from "./storage.ts";
import { cleanUpOrphans } from "./actions/cleanup-orphans.ts";
import { type FakeS3, startFakeS3 } from "#backend/testing/fake-s3.ts";

describe("storage on S3", () => {
  let s3: FakeS3;
  let test: StorageTest;
  beforeAll(async () => {
    s3 = await startFakeS3();
    test = await startStorageTest({ settings: { s3: s3.settings } });
    await test.service.storage.createBucket("files", { public: false });
  });
  afterAll(async () => {
    await test.close();
    await s3.close();
  });

  it("stores, slices, copies, moves, signs and removes objects", async () => {
    const files = test.service.storage.from("files");
    expect((await files.upload("a.txt", "0123456789")).error).toBeNull();
    expect(s3.objects.size).toBe(1);
    expect(await (await files.download("a.txt")).data?.text()).toBe("0123456789");
    const { data: signed } = await files.createSignedUrl("a.txt", 60);
    const part = await fetch(signed?.signedUrl ?? "", { headers: { range: "bytes=2-4" } });
    expect([part.status, await part.text()]).toEqual([206, "234"]);

    expect((await files.copy("a.txt", "b.txt")).error).toBeNull();
    expect((await files.move("a.txt", "c.txt")).error).toBeNull();
    expect((await files.update("b.txt", "new")).error).toBeNull();
    expect(await (await files.download("b.txt")).data?.text()).toBe("new");
    expect(await (await files.download("c.txt")).data?.text()).toBe("0123456789");
    expect(s3.objects.size).toBe(2);
    await test.service.storage.emptyBucket("files");
    expect(s3.objects.size).toBe(0);
  });

  it("stores avatars that were encoded again", async () => {
    const member = await test.addMember();
    const name = avatarName(member.id, "png");
    const avatars = member.client.storage.from("avatars");
    const picture = new Blob([new Uint8Array(await makeImage("png", 900))]);
    expect((await avatars.upload(name, picture)).error).toBeNull();
    const response = await fetch(avatars.getPublicUrl(name).data.publicUrl);
    expect(response.headers.get("content-type")).toBe("image/png");
    await avatars.remove([name]);
  });

  it("responds with 503 when S3 is unavailable, and leaves no row", async () => {
    const files = test.service.storage.from("files");
    s3.failNext(500, 500, 500);
    const { error } = await files.upload("down.txt", "x");
    expect(error).toMatchObject({ status: 503, statusCode: "503", code: "SlowDown" });
    expect((await files.exists("down.txt")).data).toBe(false);
  });

  it("is cleaned up like the disk", async () => {
    const files = test.service.storage.from("files");
    await files.upload("kept.txt", "kept");
    for (const [key, object] of Array.from(s3.objects)) {
      s3.objects.set(
        key.replace(/[^/]+$/, () => crypto.randomUUID()),
        object,
      );
    }
    const later = { ...test.deps, now: () => Date.now() + 7_200_000 };
    expect(await cleanUpOrphans(createStorageDeps(later))).toEqual({
      removedFiles: 1,
      missingFiles: 0,
    });
    expect(await (await files.download("kept.txt")).data?.text()).toBe("kept");
  });
});
