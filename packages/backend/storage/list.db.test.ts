import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

const NAMES = ["b.txt", "a.txt", "Docs/one.txt", "Docs/two.txt", "Docs/deep/three.txt"];

describe("a list", () => {
  let test: StorageTest;
  let member: Member;
  beforeAll(async () => {
    test = await startStorageTest();
    member = await test.addMember();
    await test.addOpenBucket("files");
    for (const name of NAMES) {
      const { error } = await member.client.storage.from("files").upload(name, name);
      if (error !== null) throw error;
    }
  });
  afterAll(() => test.close());

  const names = async (
    path?: string,
    options?: Parameters<ReturnType<Member["client"]["storage"]["from"]>["list"]>[1],
  ): Promise<string[] | undefined> =>
    (await member.client.storage.from("files").list(path, options)).data?.map(({ name }) => name);

  it("shows objects and folders of one level by name", async () => {
    const { data } = await member.client.storage.from("files").list();
    expect(data).toEqual([
      {
        name: "a.txt",
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        updated_at: expect.any(String),
        created_at: expect.any(String),
        last_accessed_at: expect.any(String),
        metadata: expect.objectContaining({ size: 5, mimetype: "text/plain;charset=UTF-8" }),
      },
      expect.objectContaining({ name: "b.txt" }),
      {
        name: "Docs",
        id: null,
        updated_at: null,
        created_at: null,
        last_accessed_at: null,
        metadata: null,
      },
    ]);
  });

  it("opens folders, searches, pages and sorts", async () => {
    expect(await names("Docs")).toEqual(["deep", "one.txt", "two.txt"]);
    expect(await names("docs/")).toEqual(["deep", "one.txt", "two.txt"]);
    expect(await names("Docs", { search: "T" })).toEqual(["two.txt"]);
    expect(await names("", { search: "docs/o" })).toEqual(["Docs/one.txt"]);
    expect(await names("", { limit: 1, offset: 1 })).toEqual(["b.txt"]);
    expect(await names("", { sortBy: { column: "name", order: "desc" } })).toEqual([
      "Docs",
      "b.txt",
      "a.txt",
    ]);
    expect(await names("", { sortBy: { column: "created_at", order: "asc" } })).toEqual([
      "Docs",
      "b.txt",
      "a.txt",
    ]);
    expect(await names("nothing")).toEqual([]);
  });

  it("treats SQL wildcards and column names as text", async () => {
    expect(await names("", { search: "%" })).toEqual([]);
    expect(await names("", { search: "_" })).toEqual([]);
    expect(await names("", { sortBy: { column: "id; drop table x", order: "up" } })).toEqual([
      "a.txt",
      "b.txt",
      "Docs",
    ]);
    const files = member.client.storage.from("files");
    expect((await files.list("", { limit: 0 })).error).toMatchObject({
      status: 400,
      code: "InvalidRequest",
      message: expect.stringContaining("body/limit"),
    });
    expect((await files.list("\0")).error).toMatchObject({ code: "InvalidParameter" });
  });

  it("is empty without a policy", async () => {
    expect(await test.visitor.storage.from("files").list()).toEqual({ data: [], error: null });
    expect((await test.visitor.storage.from("files").listV2()).data).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    });
  });

  it("of version 2 pages through all objects", async () => {
    const files = member.client.storage.from("files");
    for (const sortBy of [
      undefined,
      { column: "name", order: "desc" } as const,
      { column: "created_at" } as const,
      { column: "updated_at", order: "desc" } as const,
    ]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, error } = await files.listV2({
          limit: 2,
          ...(sortBy === undefined ? {} : { sortBy }),
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(error).toBeNull();
        seen.push(...(data?.objects ?? []).map(({ name }) => name));
        cursor = data?.nextCursor;
      } while (cursor !== undefined);
      expect(seen.toSorted()).toEqual(
        ["Docs/deep/three.txt", "Docs/one.txt", "Docs/two.txt", "a.txt", "b.txt"].toSorted(),
      );
    }
  });

  it("of version 2 groups by folder and is case-sensitive", async () => {
    const files = member.client.storage.from("files");
    const { data } = await files.listV2({ with_delimiter: true, limit: 2 });
    expect(data).toMatchObject({
      hasNext: true,
      nextCursor: expect.any(String),
      folders: [{ key: "Docs", name: "Docs/" }],
      objects: [{ key: "a.txt", name: "a.txt", id: expect.any(String) }],
    });
    const next = await files.listV2({
      with_delimiter: true,
      limit: 2,
      cursor: data?.nextCursor ?? "",
    });
    expect(next.data).toMatchObject({ hasNext: false, folders: [], objects: [{ name: "b.txt" }] });
    const inside = await files.listV2({ prefix: "Docs/", with_delimiter: true });
    expect(inside.data).toMatchObject({
      folders: [{ key: "deep", name: "Docs/deep/" }],
      objects: [{ name: "Docs/one.txt" }, { name: "Docs/two.txt" }],
    });
    expect((await files.listV2({ prefix: "docs/" })).data?.objects).toEqual([]);
    const badTime = Buffer.from('{"place":"never","name":"a"}').toString("base64url");
    for (const cursor of ["???", "e30", badTime]) {
      expect((await files.listV2({ cursor })).error).toMatchObject({ code: "InvalidParameter" });
    }
  });
});
