import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStorageTest, type Member, type StorageTest } from "./storage.fixture.ts";

let test: StorageTest;
let member: Member;
beforeAll(async () => {
  test = await startStorageTest();
  member = await test.addMember();
  await test.addOpenBucket("files");
  for (const name of ["b.txt", "Docs/one.txt", "Docs/deep/two.txt", "a.txt"]) {
    await member.client.storage.from("files").upload(name, name);
  }
});
afterAll(() => test.close());

/** Returns the single value of a query, run as the superuser. */
async function value(expression: string): Promise<unknown> {
  const [row] = await test.backend.admin.unsafe(`select ${expression} as value`);
  return row?.["value"];
}

async function column(query: string): Promise<unknown[]> {
  const rows = await test.backend.admin.unsafe(query);
  return rows.map((row) => row["name"]);
}

describe("functions of schema storage", () => {
  it.each([
    ["storage.foldername('a/b/c.txt')", ["a", "b"]],
    ["storage.filename('a/b/c.txt')", "c.txt"],
    ["storage.extension('a/b/c.tar.gz')", "gz"],
    ["storage.get_level('a/b/c.txt')", 3],
    ["storage.get_level('c.txt')", 1],
    ["storage.get_prefix('a/b/c.txt')", "a/b/"],
    ["storage.get_prefix('a/b/')", "a/"],
    ["storage.get_prefix('c.txt')", ""],
    ["storage.get_prefixes('a/b/c.txt')", ["a/", "a/b/"]],
    ["storage.get_prefixes('c.txt')", []],
    ["storage.get_common_prefix('a/b/c.txt', 'a/', '/')", "a/b/"],
    ["storage.get_common_prefix('a/c.txt', 'a/', '/')", null],
  ])("%s is %j", async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  it("list a level, search, sort and page like the service", async () => {
    const search = (more: string): Promise<unknown[]> =>
      column(`select name from storage.search(${more})`);
    expect(await search("'', 'files'")).toEqual(["a.txt", "b.txt", "Docs"]);
    expect(await search("'docs/', 'files'")).toEqual(["deep", "one.txt"]);
    expect(await search("'', 'files', search => 'docs/o'")).toEqual(["Docs/one.txt"]);
    expect(await search("'', 'files', 1, 1, 1")).toEqual(["b.txt"]);
    expect(await search("'', 'files', sortorder => 'desc'")).toEqual(["Docs", "b.txt", "a.txt"]);
    expect(await search("'', 'files', sortcolumn => 'created_at'")).toEqual([
      "Docs",
      "b.txt",
      "a.txt",
    ]);
    expect(await search("'', 'files', sortcolumn => 'name; drop table x'")).toEqual([
      "a.txt",
      "b.txt",
      "Docs",
    ]);
  });

  it("list pages with the folders' whole names", async () => {
    const search = (more: string): Promise<unknown[]> =>
      column(`select name from storage.search_v2(${more})`);
    expect(await search("'', 'files', 2")).toEqual(["Docs/", "a.txt"]);
    expect(await search("'', 'files', start_after => 'a.txt'")).toEqual(["b.txt"]);
    expect(await search("'Docs/', 'files'")).toEqual(["Docs/deep/", "Docs/one.txt"]);
    expect(await search("'', 'files', sort_order => 'desc'")).toEqual(["b.txt", "a.txt", "Docs/"]);
    expect(await column("select key as name from storage.search_v2('Docs/', 'files')")).toEqual([
      "deep",
      "one.txt",
    ]);
  });

  it("list like S3", async () => {
    const list = (more: string): Promise<unknown[]> =>
      column(`select name from storage.list_objects_with_delimiter(${more})`);
    expect(await list("'files', '', '/'")).toEqual(["Docs", "a.txt", "b.txt"]);
    expect(await list("'files', 'Docs/', '/', 1")).toEqual(["Docs/deep"]);
    expect(await list("'files', '', '/', 9, 'a.txt'")).toEqual(["b.txt"]);
    expect(await list("'files', '', '/', 9, '', 'Docs'")).toEqual(["a.txt", "b.txt"]);
  });

  it("show callers only rows of their policies", async () => {
    const seen = await test.backend.admin.begin(async (sql) => {
      await sql`set local role anon`;
      return sql`select name from storage.search('', 'files')`;
    });
    expect(seen).toHaveLength(0);
  });

  it("return the size of buckets and check whether an object may be added", async () => {
    const sizes = await test.backend.admin`select * from storage.get_size_by_bucket()`;
    expect(sizes).toEqual([{ bucket_id: "files", size: "39" }]);
    await expect(
      value("storage.can_insert_object('files', 'new.txt', null, '{}')"),
    ).rejects.toMatchObject({ code: "PT200", message: "ROLLBACK" });
    expect(await column("select name from storage.objects where name = 'new.txt'")).toEqual([]);
  });
});

describe("a policy that checks the operation", () => {
  it("allows downloading and signing but not listing", async () => {
    await test.service.storage.createBucket("quiet", { public: false });
    await test.service.storage.from("quiet").upload("a.txt", "quiet");
    await test.backend.admin.unsafe(`create policy "quiet" on storage.objects for select
      to authenticated using (bucket_id = 'quiet' and storage.allow_any_operation(
        array['object.get_authenticated', 'storage.object.sign']))`);
    const quiet = member.client.storage.from("quiet");
    expect(await (await quiet.download("a.txt")).data?.text()).toBe("quiet");
    expect((await quiet.createSignedUrl("a.txt", 60)).error).toBeNull();
    expect((await quiet.list()).data).toEqual([]);
    expect((await quiet.info("a.txt")).error).toMatchObject({ code: "NoSuchKey" });
  });
});
