import { brotliDecompressSync } from "node:zlib";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  type ChapterAnswer,
  chapterAnswerSchema,
  type SearchAnswer,
  searchAnswerSchema,
  versionsAnswerSchema,
} from "#shared/contracts/bible-responses.ts";
import { packedBookSchema } from "#shared/contracts/bible-reader.ts";
import { OWN_FRENCH_STORE, ownVerse } from "#tests/fakes/bible/own-texts.ts";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import { createBibleRoutes } from "./bible-routes.ts";
import { loadKjv, type WholeBible } from "./kjv-text.ts";
import { NO_LICENSED_TEXTS } from "./licensed-texts.ts";

let loads = 0;
let loaded: Promise<WholeBible> | null = null;
const loadOnce = (): Promise<WholeBible> => (loaded ??= loadKjv());
const bible = createBibleRoutes({
  licensed: NO_LICENSED_TEXTS,
  loadText: () => {
    loads += 1;
    return loadOnce();
  },
});

async function chapter(path: string): Promise<ChapterAnswer> {
  const response = await bible.request(`/api/bible/${path}`);
  expect(response.status).toBe(200);
  return v.parse(chapterAnswerSchema, await response.json());
}

it("rejects too many searches of one IP address with Retry-After", async () => {
  const error = { error: "too many searches", detail: "Search again in a minute." };
  const service = createBibleRoutes({
    licensed: NO_LICENSED_TEXTS,
    loadText: loadOnce,
    limits: createClientLimits({ clientAddress: () => "203.0.113.7", factor: 1 / 300 }),
  });
  expect((await service.request("/api/bible/v1/search?q=shepherd")).status).toBe(200);
  const refused = await service.request("/api/bible/v1/search?q=shepherd");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual(error);
});

it("reads no text before the first request", () => {
  expect(loads).toBe(0);
});

describe("chapter by book and chapter", () => {
  it("has the shape of the public service (S3.13)", async () => {
    const { verses, ...rest } = await chapter("John%203?translation=kjv");
    expect(verses).toHaveLength(36);
    expect(verses[15]).toEqual({
      book_id: "JHN",
      book_name: "John",
      chapter: 3,
      verse: 16,
      text: "For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.",
      paragraph: true,
    });
    expect(rest).toMatchObject({
      reference: "John 3",
      translation_id: "kjv",
      previous: { book: "john", chapter: 2 },
      next: { book: "john", chapter: 4 },
    });
    expect(rest.text).toContain("For God so loved the world");
    expect(rest.copyright).toContain("public domain");
  });

  it("is read once for all chapters, also by a space, a plus, an alias or another case", async () => {
    const paths = ["John 3", "john+3", "JHN%203", "Jean%203", "JOHN%203?translation=KJV"];
    for (const path of paths) expect((await chapter(path)).reference).toBe("John 3");
    expect((await chapter("1-samuel%203")).reference).toBe("1 Samuel 3");
    expect(loads).toBe(1);
  });

  it("is complete in books of one chapter", async () => {
    expect((await chapter("Jude%201")).verses).toHaveLength(25);
    expect((await chapter("3john%201")).verses).toHaveLength(14);
    expect((await chapter("Obadiah%201")).verses).toHaveLength(21);
  });

  it("links across books and ends at both ends of the Bible", async () => {
    expect((await chapter("Malachi%204")).next).toEqual({ book: "matthew", chapter: 1 });
    expect((await chapter("Genesis%201")).previous).toBeNull();
    expect((await chapter("Revelation%2022")).next).toBeNull();
  });

  it("accepts a range of verses", async () => {
    const { reference, verses } = await chapter("John%203:16-18");
    expect(reference).toBe("John 3:16-18");
    expect(verses.map(({ verse }) => verse)).toEqual([16, 17, 18]);
    expect((await chapter("Jude%205")).reference).toBe("Jude 1:5");
  });
});

describe("caching of a chapter", () => {
  it("allows a day in shared caches and every origin", async () => {
    const { headers } = await bible.request("/api/bible/John%203");
    expect(headers.get("cache-control")).toBe(
      "public, max-age=86400, stale-while-revalidate=604800",
    );
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("vary")).toBe("Accept-Encoding");
  });

  it("responds 304 to its ETag", async () => {
    const { headers } = await bible.request("/api/bible/John%203");
    const again = await bible.request("/api/bible/John%203", {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  });

  it("is compressed, with an ETag of its own", async () => {
    const plain = await bible.request("/api/bible/John%203");
    const small = await bible.request("/api/bible/John%203", {
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(small.headers.get("content-encoding")).toBe("br");
    expect(small.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    const bytes = Buffer.from(await small.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(await plain.text());
  });
});

describe("rejects unreadable requests with a text", () => {
  it.each([
    ["John%203;DROP", 400, "bad reference"],
    ["John", 400, "bad reference"],
    ["%00", 400, "bad reference"],
    ["%E0%A4%A", 400, "bad reference"],
    [`John%20${"9".repeat(500)}`, 400, "bad reference"],
    ["John%203-5", 400, "too many chapters"],
    ["John%20999", 404, "not found"],
    ["Hezekiah%203", 404, "not found"],
    ["John%203:99", 404, "not found"],
    ["John%203:16-99", 404, "not found"],
    ["John%203?translation=xyz", 404, "translation not found"],
    ["v1/nothing", 404, "not found"],
    ["v1/xyz/all.json", 404, "translation not found"],
    ["v1/kjv/XYZ.json", 404, "not found"],
    ["v1/niv/all.json", 403, "translation not free"],
    ["v1/search", 400, "bad query"],
    ["v1/search?q=a", 400, "bad query"],
    ["v1/search?q=faith&beside=niv", 403, "translation not free"],
    ["v1/search?q=faith&beside=xyz", 404, "translation not found"],
    [`v1/search?q=${"a".repeat(101)}`, 400, "bad query"],
    ["v1/search?q=faith&limit=0", 400, "bad query"],
    ["v1/search?q=faith&limit=501", 400, "bad query"],
    ["v1/search?q=faith&scope=apocrypha", 404, "not found"],
    ["v1/search?q=faith&translation=niv", 403, "translation not free"],
    ["v1/search?q=faith&translation=xyz", 404, "translation not found"],
  ])("responds to %s with %i: %s", async (path, status, error) => {
    const response = await bible.request(`/api/bible/${path}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error, detail: expect.stringMatching(/\w/) });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each(["NKJV", "ESV", "NIV", "NLT"])(
    "refers readers of the %s without a key to the KJV",
    async (name) => {
      const response = await bible.request(`/api/bible/John%203?translation=${name.toLowerCase()}`);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({
        error: "translation not licensed",
        detail: `The ${name} is under copyright and isn't available on this site yet. Read this chapter in the King James Version.`,
      });
    },
  );
});

describe("lists", () => {
  it("names five versions, of which one is ready without a key", async () => {
    const response = await bible.request("/api/bible/v1/versions");
    const { versions } = v.parse(versionsAnswerSchema, await response.json());
    expect(versions.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "kjv ready",
      "nkjv needs-key",
      "esv needs-key",
      "niv needs-key",
      "nlt needs-key",
    ]);
  });

  it("names 66 books with id, name and number of chapters (S3.14)", async () => {
    const response = await bible.request("/api/bible/v1/books");
    const book = v.object({ id: v.string(), name: v.string(), chapters: v.number() });
    const { books } = v.parse(v.object({ books: v.array(book) }), await response.json());
    expect(books).toHaveLength(66);
    expect(books[0]).toMatchObject({ id: "genesis", name: "Genesis", chapters: 50 });
  });
});

describe("files for reading offline", () => {
  it("hold the chapters of one book in a compact form", async () => {
    const response = await bible.request("/api/bible/v1/kjv/JUD.json");
    const book = v.parse(
      v.object({ version: v.string(), ...packedBookSchema.entries }),
      await response.json(),
    );
    expect([book.version, book.book, book.chapters[0]?.length]).toEqual(["kjv", "JUD", 25]);
  });

  it("hold the whole version in less than 1.2 MB, as readers are told", async () => {
    const response = await bible.request("/api/bible/v1/kjv/all.json", {
      headers: { "accept-encoding": "br" },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(1_200_000);
    const { versions } = v.parse(
      v.object({ versions: v.array(v.object({ id: v.string(), bytes: v.nullable(v.number()) })) }),
      await (await bible.request("/api/bible/v1/versions")).json(),
    );
    const told = versions.find(({ id }) => id === "kjv")?.bytes ?? 0;
    expect(Math.abs(told / bytes.length - 1)).toBeLessThan(0.01);
    const { books } = v.parse(
      v.object({ books: v.array(packedBookSchema) }),
      JSON.parse(brotliDecompressSync(bytes).toString()),
    );
    expect(books).toHaveLength(66);
  }, 60_000);
});

describe("search of the whole Bible", () => {
  async function search(query: string): Promise<SearchAnswer> {
    const response = await bible.request(`/api/bible/v1/search?${query}`);
    expect(response.status).toBe(200);
    return v.parse(searchAnswerSchema, await response.json());
  }

  it("returns the number of matching verses and at most the limit", async () => {
    const { kind, total, hits } = await search("q=faith%20&limit=10");
    expect([kind, total, hits.length]).toEqual(["text", 231, 10]);
  });

  it("adds the text of a second version where it has the verse", async () => {
    const service = createBibleRoutes({ licensed: NO_LICENSED_TEXTS, texts: OWN_FRENCH_STORE });
    const query = "q=have%20mercy%20upon%20me%20O%20God&scope=psalms&beside=LSG&limit=1";
    const response = await service.request(`/api/bible/v1/search?${query}`);
    const { hits } = v.parse(searchAnswerSchema, await response.json());
    expect(hits[0]).toMatchObject({
      ref: { usfm: "PSA", chapter: 51, verse: 1 },
      beside: { chapter: 51, verse: 3, text: ownVerse("PSA", 51, 3).text },
    });
  });

  it("searches within a testament or a book", async () => {
    expect((await search("q=faith%20&scope=ot")).total).toBe(2);
    const { hits } = await search("q=faith%20&scope=Hebrews&limit=500");
    expect(new Set(hits.map(({ ref }) => ref.bookName))).toEqual(new Set(["Hebrews"]));
  });

  it("recognizes a reference, also in French", async () => {
    expect(await search("q=Jean%203.16")).toMatchObject({
      kind: "reference",
      reference: { book: "john", chapter: 3, verses: { from: 16, to: 16 } },
    });
  });
});
