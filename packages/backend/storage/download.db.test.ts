import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

describe("a download", () => {
  let test: StorageTest;
  let member: Member;
  beforeAll(async () => {
    test = await startStorageTest();
    member = await test.addMember();
    await test.addOpenBucket("private");
    await test.addOpenBucket("open", { public: true });
    for (const bucket of ["private", "open"]) {
      const { error } = await member.client.storage
        .from(bucket)
        .upload("dir/a b.txt", "0123456789", { contentType: "text/plain", cacheControl: "60" });
      if (error !== null) throw error;
    }
  });
  afterAll(() => test.close());

  const asMember = (
    path: string,
    init: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    fetch(`${test.url}/object/${path}`, {
      ...init,
      headers: {
        ...init.headers,
        apikey: test.backend.publishableKey,
        authorization: `Bearer ${member.token}`,
      },
    });

  it("of a public object needs no key and is publicly cacheable", async () => {
    const { data } = test.visitor.storage.from("open").getPublicUrl("dir/a b.txt");
    const response = await fetch(data.publicUrl);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("0123456789");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain",
      "content-length": "10",
      "content-disposition": 'inline; filename="a b.txt"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "max-age=60",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      "accept-ranges": "bytes",
    });
  });

  it("of a private object needs a policy", async () => {
    const { data } = await member.client.storage.from("private").download("dir/a b.txt");
    expect(await data?.text()).toBe("0123456789");
    for (const path of ["private/dir/a%20b.txt", "authenticated/private/dir/a%20b.txt"]) {
      const response = await asMember(path);
      expect(response.headers.get("cache-control")).toBe("private, max-age=60");
      expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(await response.text()).toBe("0123456789");
    }

    const hidden = {
      status: 400,
      statusCode: "404",
      code: "NoSuchKey",
      message: "Object not found",
    };
    const visitor = test.visitor.storage.from("private");
    expect((await visitor.download("dir/a b.txt")).error).toMatchObject(hidden);
    expect((await visitor.info("dir/a b.txt")).error).toMatchObject(hidden);
    const open = await fetch(`${test.url}/object/public/private/dir/a%20b.txt`);
    expect(open.status).toBe(400);
    expect(await open.json()).toEqual({
      statusCode: "404",
      code: "NoSuchBucket",
      error: "Bucket not found",
      message: "Bucket not found",
    });
  });

  it("streams the body", async () => {
    const { data } = await member.client.storage.from("private").download("dir/a b.txt").asStream();
    expect(await new Response(data).text()).toBe("0123456789");
  });

  it("responds with an error for a missing object", async () => {
    const files = member.client.storage.from("private");
    expect((await files.download("none")).error).toMatchObject({ code: "NoSuchKey" });
    expect(await files.exists("none")).toMatchObject({ data: false });
    expect(await files.exists("dir/a b.txt")).toEqual({ data: true, error: null });
    const head = await asMember("private/none", { method: "HEAD" });
    expect(head.status).toBe(400);
    const found = await asMember("private/dir/a%20b.txt", { method: "HEAD" });
    expect([found.status, found.headers.get("content-length")]).toEqual([200, "10"]);
    expect(await found.text()).toBe("");
    const info = await fetch(`${test.url}/object/info/public/open/dir/a%20b.txt`);
    expect(await info.json()).toMatchObject({ name: "dir/a b.txt", bucket_id: "open", size: 10 });
  });

  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=5-99", 206, "56789", "bytes 5-9/10"],
    ["bytes=3-1", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["lines=1-2", 200, "0123456789", null],
  ])("with Range %s responds %i", async (range, status, body, contentRange) => {
    const response = await asMember("private/dir/a%20b.txt", { headers: { range } });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-length")).toBe(String(body.length));
  });

  it("responds 416 for a range after the end", async () => {
    const response = await asMember("private/dir/a%20b.txt", { headers: { range: "bytes=10-" } });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */10");
    expect(await response.json()).toMatchObject({ statusCode: "416", code: "InvalidRange" });
  });

  it("responds 304 for an unchanged copy", async () => {
    const first = await asMember("private/dir/a%20b.txt");
    const etag = first.headers.get("etag") ?? "";
    const second = await asMember("private/dir/a%20b.txt", { headers: { "if-none-match": etag } });
    expect([second.status, await second.text()]).toEqual([304, ""]);
    expect(second.headers.get("etag")).toBe(etag);
    const range = { range: "bytes=0-0" };
    const same = await asMember("private/dir/a%20b.txt", {
      headers: { ...range, "if-range": etag },
    });
    expect(same.status).toBe(206);
    const other = await asMember("private/dir/a%20b.txt", {
      headers: { ...range, "if-range": '"other"' },
    });
    expect(other.status).toBe(200);
  });

  it.each([
    ["", 'inline; filename="a b.txt"'],
    ["?download", "attachment; filename=a%20b.txt; filename*=UTF-8''a%20b.txt;"],
    ["?download=", "attachment; filename=a%20b.txt; filename*=UTF-8''a%20b.txt;"],
    [
      "?download=%C3%A9%22%0D%0Ax.txt",
      "attachment; filename=%C3%A9%22%0D%0Ax.txt; filename*=UTF-8''%C3%A9%22%0D%0Ax.txt;",
    ],
  ])("with %s has the disposition %s", async (query, disposition) => {
    const response = await fetch(`${test.url}/object/public/open/dir/a%20b.txt${query}`);
    expect(response.headers.get("content-disposition")).toBe(disposition);
  });

  it.each([
    ["text/html", "text/plain", "inline"],
    ["text/html; charset=utf-8", "text/plain", "inline"],
    ["image/svg+xml", "image/svg+xml", "attachment"],
    ["application/javascript", "application/javascript", "attachment"],
    ["application/pdf", "application/pdf", "attachment"],
    ["video/mp4", "video/mp4", "inline"],
    ["image/png", "image/png", "inline"],
  ])("of %s is served as %s, %s", async (contentType, served, manner) => {
    const name = `types/${contentType.replace(/\W/g, "-")}`;
    await member.client.storage.from("open").upload(name, "x", { contentType, upsert: true });
    const response = await fetch(`${test.url}/object/public/open/${name}`);
    expect(response.headers.get("content-type")).toBe(served);
    expect(response.headers.get("content-disposition")).toContain(`${manner}; filename=`);
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  });

  it("responds not found when the file was lost", async () => {
    await member.client.storage.from("private").upload("lost.txt", "x");
    await test.backend.admin`
      update storage.objects set version = gen_random_uuid()::text where name = 'lost.txt'`;
    const { error } = await member.client.storage.from("private").download("lost.txt");
    expect(error).toMatchObject({ code: "NoSuchKey" });
  });
});
