import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

const TEXT = "The Lord is my shepherd".repeat(20);

let test: StorageTest;
let member: Member;
let files: ReturnType<Member["client"]["storage"]["from"]>;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("files", { public: true });
  files = member.client.storage.from("files");
});
afterAll(() => test.close());

describe("encoded bytes", () => {
  const packed = gzipSync(TEXT);

  it.each([
    ["as they are", packed],
    ["in a form", new Blob([packed], { type: "text/plain" })],
  ])("in %s are stored and served with their encoding", async (_, body) => {
    const sent = await files.upload("psalm.txt", body, {
      contentType: "text/plain",
      contentEncoding: "gzip",
      upsert: true,
    });
    expect(sent.error).toBeNull();
    const info = await files.info("psalm.txt");
    expect(info.data).toMatchObject({ contentEncoding: "gzip", size: packed.length });
    const { data } = files.getPublicUrl("psalm.txt");
    const response = await fetch(data.publicUrl);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.text()).toBe(TEXT);
  });

  it("lose or change their encoding in a copy", async () => {
    await files.copy("psalm.txt", "plain.txt", {
      copyMetadata: false,
      metadata: { contentEncoding: "" },
    });
    expect((await files.info("plain.txt")).data?.contentEncoding).toBeUndefined();
    await files.copy("plain.txt", "again.txt", {
      copyMetadata: false,
      metadata: { contentEncoding: "gzip" },
    });
    expect((await files.info("again.txt")).data?.contentEncoding).toBe("gzip");
    await files.copy("psalm.txt", "same.txt");
    expect((await files.info("same.txt")).data?.contentEncoding).toBe("gzip");
  });

  it("ignore an invalid encoding name", async () => {
    await files.upload("odd.txt", new Blob(["x"]), { contentEncoding: "gzip\u00e9; q=1" });
    expect((await files.info("odd.txt")).data?.contentEncoding).toBeUndefined();
  });
});

describe("a version of an object", () => {
  it("is found only while it is current", async () => {
    await files.upload("v.txt", "one");
    const { data: first } = await files.info("v.txt");
    const versionId = first?.version ?? "";
    const { data: signed } = await files.createSignedUrl("v.txt", 60, { versionId });
    expect(await (await fetch(signed?.signedUrl ?? "")).text()).toBe("one");
    expect((await files.info("v.txt", { versionId })).error).toBeNull();
    expect(await (await files.download("v.txt", { versionId })).data?.text()).toBe("one");

    await files.upload("v.txt", "two", { upsert: true });
    expect((await files.info("v.txt", { versionId })).error).toMatchObject({ code: "NoSuchKey" });
    expect((await files.download("v.txt", { versionId })).error).toMatchObject({
      code: "NoSuchKey",
    });
    expect(await (await fetch(signed?.signedUrl ?? "")).json()).toMatchObject({
      code: "NoSuchKey",
    });
    const { data: other } = files.getPublicUrl("v.txt", { versionId });
    expect(await (await fetch(other.publicUrl)).json()).toMatchObject({ code: "NoSuchKey" });
    expect((await files.createSignedUrl("v.txt", 60, { versionId })).error).toMatchObject({
      code: "NoSuchKey",
    });
  });
});
