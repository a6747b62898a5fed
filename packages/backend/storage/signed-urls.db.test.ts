import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

let test: StorageTest;
let member: Member;
let files: ReturnType<Member["client"]["storage"]["from"]>;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("files");
  files = member.client.storage.from("files");
  for (const name of ["dir/a b.txt", "b.txt"]) await files.upload(name, name);
});
afterAll(() => test.close());
afterEach(() => test.backend.setNow(Date.now()));

async function errorOf(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(url, init);
  expect(response.status).toBe(400);
  return response.json();
}

describe("a signed URL", () => {
  it("allows every client to read one object until it expires", async () => {
    const { data, error } = await files.createSignedUrl("dir/a b.txt", 60);
    expect(error).toBeNull();
    const url = data?.signedUrl ?? "";
    expect(url).toContain("/storage/v1/object/sign/files/dir/a%20b.txt?token=");
    const response = await fetch(url);
    expect(await response.text()).toBe("dir/a b.txt");
    expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");

    test.backend.advance(61_000);
    expect(await errorOf(url)).toEqual({
      statusCode: "400",
      code: "InvalidJWT",
      error: "InvalidJWT",
      message: '"exp" claim timestamp check failed',
    });
  });

  it("sets the name of the saved file", async () => {
    const { data } = await files.createSignedUrl("b.txt", 60, { download: "psalm.txt" });
    const response = await fetch(data?.signedUrl ?? "");
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=psalm.txt; filename*=UTF-8''psalm.txt;",
    );
  });

  it("is valid for its own path and purpose only", async () => {
    const { data } = await files.createSignedUrl("b.txt", 60);
    const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
    expect(
      await errorOf(`${test.url}/object/sign/files/dir/a%20b.txt?token=${token}`),
    ).toMatchObject({ code: "InvalidSignature" });
    const flipped = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
    for (const forged of [flipped, none, member.token, "x", ""]) {
      expect(await errorOf(`${test.url}/object/sign/files/b.txt?token=${forged}`)).toMatchObject({
        statusCode: "400",
        code: "InvalidJWT",
      });
    }
    const put = { method: "PUT", body: "x" };
    expect(
      await errorOf(`${test.url}/object/upload/sign/files/b.txt?token=${token}`, put),
    ).toMatchObject({ code: "InvalidJWT" });
  });

  it("is signed only for objects that the caller may see", async () => {
    const hidden = await test.visitor.storage.from("files").createSignedUrl("b.txt", 60);
    expect(hidden.error).toMatchObject({ statusCode: "404", code: "NoSuchKey" });
    expect((await files.createSignedUrl("none", 60)).error).toMatchObject({ code: "NoSuchKey" });
    for (const expiresIn of [0, -1, 1.5, 1e12]) {
      expect((await files.createSignedUrl("b.txt", expiresIn)).error).toMatchObject({
        code: "InvalidRequest",
        message: expect.stringContaining("body/expiresIn"),
      });
    }
  });

  it("is signed in bulk", async () => {
    const { data } = await files.createSignedUrls(["b.txt", "none", "dir/a b.txt", "../x"], 60);
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      ["b.txt", null],
      ["none", "Either the object does not exist or you do not have access to it"],
      ["dir/a b.txt", null],
      ["../x", "Either the object does not exist or you do not have access to it"],
    ]);
    expect(await (await fetch(data?.[2]?.signedUrl ?? "")).text()).toBe("dir/a b.txt");
    expect((await files.createSignedUrls([], 60)).error).toMatchObject({ code: "InvalidRequest" });
  });
});

describe("a signed upload URL", () => {
  it("allows every client to upload one object for the signing user", async () => {
    const { data, error } = await files.createSignedUploadUrl("gift.txt");
    expect(error).toBeNull();
    const sent = await test.visitor.storage
      .from("files")
      .uploadToSignedUrl("gift.txt", data?.token ?? "", new Blob(["myrrh"]), { cacheControl: "5" });
    expect(sent).toEqual({ data: { path: "gift.txt", fullPath: "files/gift.txt" }, error: null });
    expect(await (await files.download("gift.txt")).data?.text()).toBe("myrrh");
    const [row] = await test.backend.admin`
      select owner_id from storage.objects where name = 'gift.txt'`;
    expect(row).toEqual({ owner_id: member.id });

    const again = await files.uploadToSignedUrl("gift.txt", data?.token ?? "", "gold");
    expect(again.error).toMatchObject({ statusCode: "409", code: "KeyAlreadyExists" });
  });

  it("overwrites only with a grant to overwrite", async () => {
    const plain = await files.createSignedUploadUrl("b.txt");
    expect(plain.error).toMatchObject({ code: "KeyAlreadyExists" });
    const { data } = await files.createSignedUploadUrl("b.txt", { upsert: true });
    const sent = await files.uploadToSignedUrl("b.txt", data?.token ?? "", "new");
    expect(sent.error).toBeNull();
    expect(await (await files.download("b.txt")).data?.text()).toBe("new");
  });

  it("is rejected for another path, after two hours and for users who may not upload", async () => {
    const { data } = await files.createSignedUploadUrl("late.txt");
    const token = data?.token ?? "";
    expect((await files.uploadToSignedUrl("other.txt", token, "x")).error).toMatchObject({
      code: "InvalidSignature",
    });
    const download = `${test.url}/object/sign/files/late.txt?token=${token}`;
    expect(await errorOf(download)).toMatchObject({ code: "InvalidJWT" });
    test.backend.advance(7_201_000);
    expect((await files.uploadToSignedUrl("late.txt", token, "x")).error).toMatchObject({
      code: "InvalidJWT",
    });
    const visitor = await test.visitor.storage.from("files").createSignedUploadUrl("v.txt");
    expect(visitor.error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
  });
});
