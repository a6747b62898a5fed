import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { AppError } from "#shared/errors.ts";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { createApi } from "#web/lib/http/http.ts";
import type { Transport } from "#shared/transport.ts";
import { chapterQuery, isNotLicensed } from "./bible.data.ts";

const john = bookByAlias("john") ?? FIRST_PLACE.book;
const PLACE = { book: john, chapter: 3 };

function apiOver(transport: Transport): ReturnType<typeof createApi> {
  return createApi({ transport, backendUrl: "", publishableKey: "", language: "en" });
}

function answering(body: unknown, status = 200): ReturnType<typeof createApi> {
  return apiOver(() => Promise.resolve(Response.json(body, { status })));
}

/** Fetches a chapter like the server: without retries. */
function read(api: ReturnType<typeof createApi>) {
  return new QueryClient().fetchQuery(chapterQuery(api, readyVersion("kjv"), PLACE));
}

describe("a chapter", () => {
  it("is requested by its English name and its version", async () => {
    const asked: string[] = [];
    const api = apiOver((url) => {
      asked.push(url);
      return Promise.resolve(Response.json({ verses: [] }));
    });
    await read(api);
    expect(asked).toEqual(["/api/bible/John%203?translation=kjv"]);
  });

  it("keeps the special features of its verses", async () => {
    const verses = [
      {
        verse: 1,
        text: "He said, Come.",
        paragraph: true,
        title: "A title",
        heading: "ALEPH",
        italics: [[0, 2]],
        words_of_jesus: [[9, 13]],
      },
      { verse: 2, text: "And he came.", paragraph: false },
    ];
    const chapter = await read(answering({ verses }));
    expect(chapter.verses).toEqual([
      {
        verse: 1,
        text: "He said, Come.",
        isParagraph: true,
        title: "A title",
        heading: "ALEPH",
        italics: [[0, 2]],
        jesusWords: [[9, 13]],
      },
      { verse: 2, text: "And he came." },
    ]);
  });

  it.each([
    [{ tts: "any", copyVerses: 1 }, true, true],
    [{ tts: "none", copyVerses: 0 }, false, false],
    [{ tts: "device", copyVerses: 500 }, false, true],
    [undefined, false, false],
  ])("with the terms %j is spoken: %s, copied: %s", async (caps, canBeSpoken, canBeCopied) => {
    const chapter = await read(answering({ verses: [], ...(caps && { caps }) }));
    expect(chapter).toMatchObject({ canBeSpoken, canBeCopied, isOfflineCopy: false });
  });

  it.each([
    ["of another shape", answering({ verses: [{ text: "no number" }] }), 0],
    ["that refuses", answering({ error: "not licensed" }, 403), 403],
    ["of a server that fails", answering({ error: "translation unavailable" }, 503), 503],
    ["that never comes", apiOver(() => Promise.reject(new TypeError("Failed to fetch"))), 0],
  ])("with a response %s fails with its status", async (_what, api, status) => {
    const failure = await read(api).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ status, message: "Failed to fetch chapter" });
  });

  it("is fresh for a day when it is free, and fetched again each time when it is licensed", () => {
    const api = answering({});
    expect(chapterQuery(api, readyVersion("kjv"), PLACE).staleTime).toBe(86_400_000);
    expect(chapterQuery(api, readyVersion("niv"), PLACE).staleTime).toBe(0);
    expect(chapterQuery(api, readyVersion("niv"), PLACE).gcTime).toBe(60_000);
  });
});

it("only a rejection means that a licence is missing", () => {
  expect(isNotLicensed(new AppError("upstream_failed", 403, ""))).toBe(true);
  expect(isNotLicensed(new AppError("upstream_failed", 503, ""))).toBe(false);
  expect(isNotLicensed(new Error("403"))).toBe(false);
  expect(isNotLicensed(null)).toBe(false);
});

describe("on a connection that does not respond", () => {
  const api = apiOver(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("another one fails after 20 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const chapter = read(api).catch(String);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await chapter).toContain("Failed to fetch chapter");
  });
});
