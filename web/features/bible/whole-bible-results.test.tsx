import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { bookByAlias } from "#shared/bible/bible-books.ts";
import { LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import {
  createFakeServer,
  type FakeServer,
  json,
  onHold,
  unreachable,
} from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { WholeBibleResults } from "./whole-bible-results.tsx";

const { en, fr } = bibleMessages;
const SEARCH = "GET /api/bible/v1/search";

/** The first hits of a search: Psalm 119, verse by verse. */
function hits(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ref: { usfm: "PSA", chapter: 119, verse: index + 1 },
    text: "Thy word is a lamp",
    ranges: [[4, 8]],
  }));
}

/** A server with this many hits that returns as many as requested. */
function finding(total: number): FakeServer {
  const server = createFakeServer();
  server.answer(SEARCH, ({ search }) =>
    json({ total, hits: hits(Math.min(total, Number(search.get("limit")))) }),
  );
  return server;
}

function search(
  term: string,
  server: FakeServer,
  language: "en" | "fr" = "en",
  secondVersion: ReaderVersion | null = null,
) {
  const open = vi.fn<(target: object) => void>();
  const shown = renderView(
    <WholeBibleResults
      version={readyVersion("kjv")}
      secondVersion={secondVersion}
      term={term}
      open={open}
    />,
    { server, language },
  );
  return { ...shown, open };
}

function status(): string {
  return textOf(screen.getByRole("status"));
}

describe("the search term", () => {
  it.each(["", " ", "a", "  a  ", "John 3:16", "Ps 23"])("%j requests nothing", (term) => {
    const { server } = search(term, createFakeServer());
    expect(screen.queryByRole("region", { name: en.wholeBible })).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it("may have two letters, and special characters arrive whole", async () => {
    const { server } = search("a&b=c #", finding(0));
    expect(
      await screen.findByText(en.nothingFound("a&b=c #"), { collapseWhitespace: false }),
    ).toBeDefined();
    expect(server.to(SEARCH)[0]?.search.get("q")).toBe("a&b=c #");
    expect(server.to(SEARCH)[0]?.search.get("limit")).toBe("20");
  });
});

describe("with a second version", () => {
  const LSG: ReaderVersion = { ...LOUIS_SEGOND, state: "ready", bytes: null };

  it("shows a verse in it too, by its number there", async () => {
    const server = createFakeServer();
    const beside = { chapter: 51, verse: 3, text: "Aie pitié de moi" };
    const ref = { usfm: "PSA", chapter: 51, verse: 1 };
    server.answer(SEARCH, () =>
      json({ total: 1, hits: [{ ref, text: "Have mercy", ranges: [], beside }] }),
    );
    search("mercy", server, "en", LSG);
    const words = await screen.findByText("Aie pitié de moi");
    expect(words.getAttribute("lang")).toBe("fr");
    expect(textOf(words)).toContain("51:3 (LSG)");
    expect(server.to(SEARCH)[0]?.search.get("beside")).toBe("lsg");
  });

  it("requests nothing when its licence forbids searching", async () => {
    const { server } = search("mercy", finding(1), "en", readyVersion("niv"));
    await screen.findByRole("button", { name: /119:1/ });
    expect(server.to(SEARCH)[0]?.search.has("beside")).toBe(false);
  });
});

describe("the response", () => {
  it("is announced while it loads", async () => {
    const server = createFakeServer();
    const answer = onHold();
    server.answer(SEARCH, answer.answering);
    search("word", server, "fr");
    expect(status()).toBe(fr.searching);
    answer.release(json({ total: 0, hits: [] }));
    expect(
      await screen.findByText(fr.nothingFound("word"), { collapseWhitespace: false }),
    ).toBeDefined();
  });

  it.each([
    ["en", 1, "1 verse · Results from the King James Version"],
    ["en", 1234, "1,234 verses · Results from the King James Version"],
    ["fr", 1, "1 verset · Résultats dans la King James Version (en anglais)"],
    ["fr", 1234, "1 234 versets · Résultats dans la King James Version (en anglais)"],
  ] as const)("in %s of %i is announced as %j", async (language, total, words) => {
    search("word", finding(total), language);
    await expect.poll(status).toBe(words);
  });

  it.each([
    ["the server does not respond and the device has no copy", unreachable],
    ["the service fails", () => json({ error: "search unavailable" }, 503)],
    ["the answer has another shape", () => json({ total: "many" })],
  ])("reports a failure when %s, in French", async (_why, answering) => {
    const server = createFakeServer();
    server.answer(SEARCH, answering);
    search("word", server, "fr");
    await expect.poll(status).toBe(fr.searchFailed);
    expect(screen.queryByRole("button", { name: fr.showMore })).toBeNull();
  });

  it("names locations in the page's language, keeps English text and marks the matches", async () => {
    search("word", finding(1), "fr");
    const [item] = await screen.findAllByRole("listitem");
    if (!item) throw new Error("No hit");
    expect(within(item).getByRole("button").textContent).toBe("Psaume 119:1");
    expect(within(item).getByRole("mark").textContent).toBe("word");
    expect(item.querySelector("p")?.lang).toBe("en");
  });

  it("leaves out a location that this Bible does not have", async () => {
    const server = createFakeServer();
    const [hit] = hits(1);
    server.answer(SEARCH, () =>
      json({ total: 2, hits: [{ ...hit, ref: { usfm: "TOB", chapter: 1, verse: 1 } }, hit] }),
    );
    search("word", server);
    expect(await screen.findAllByRole("listitem")).toHaveLength(1);
  });

  it("opens a hit in the version that was searched", async () => {
    const { user, open } = search("word", finding(1));
    await user.click(await screen.findByRole("button", { name: "Psalms 119:1" }));
    expect(open).toHaveBeenCalledWith({
      version: readyVersion("kjv"),
      place: { book: bookByAlias("psalms"), chapter: 119 },
      verse: 1,
    });
  });
});

describe("more hits", () => {
  it.each([
    [20, false],
    [21, true],
  ])("of %i are offered: %s", async (total, isOffered) => {
    search("word", finding(total));
    await screen.findAllByRole("listitem");
    expect(screen.queryByRole("button", { name: en.showMore }) !== null).toBe(isOffered);
  });

  it("load forty at a time while the earlier ones stay", async () => {
    const server = finding(70);
    const { user } = search("word", server);
    await user.click(await screen.findByRole("button", { name: en.showMore }));
    await expect.poll(() => screen.getAllByRole("listitem").length).toBe(60);
    const answer = onHold();
    server.answer(SEARCH, answer.answering);
    await user.click(screen.getByRole("button", { name: en.showMore }));
    expect(screen.getAllByRole("listitem")).toHaveLength(60);
    expect(screen.getByRole("list").getAttribute("aria-busy")).toBe("true");
    answer.release(json({ total: 70, hits: hits(70) }));
    await expect.poll(() => screen.getAllByRole("listitem").length).toBe(70);
    expect(screen.queryByRole("button", { name: en.showMore })).toBeNull();
    expect(server.to(SEARCH).map(({ search }) => search.get("limit"))).toEqual(["20", "60", "100"]);
  });
});
