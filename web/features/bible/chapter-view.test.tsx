import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { AppError } from "#shared/errors.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { refuseStorage } from "#tests/support/full-storage.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { textOf } from "#tests/support/view-actions.ts";
import type { Chapter } from "./bible.data.ts";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { KJV } from "#web/base/reading/bible-versions.data.ts";
import { ChapterView } from "./chapter-view.tsx";

const { en, fr } = bibleMessages;
const john = bookByAlias("john") ?? FIRST_PLACE.book;
const PLACE = { book: john, chapter: 11 };
const CHAPTER: Chapter = {
  verses: [
    { verse: 34, text: "And said, Where have ye laid him?" },
    { verse: 35, text: "Jesus wept." },
    { verse: 36, text: "Then said the Jews, Behold how he loved him!" },
  ],
  copyright: "Public domain.",
  canBeSpoken: true,
  canBeCopied: true,
  displayToken: null,
  isOfflineCopy: false,
};

type Props = Parameters<typeof ChapterView>[0];

const scrolledTo = vi.fn<(this: Element) => void>();

beforeEach(() => {
  scrolledTo.mockReset();
  Element.prototype.scrollIntoView = scrolledTo;
});

function openChapter(changes: Partial<Props> = {}, language: "en" | "fr" = "en") {
  const open = vi.fn<(target: object) => void>();
  const props: Props = {
    version: readyVersion("kjv"),
    place: PLACE,
    verse: null,
    secondVersion: null,
    term: "",
    chapter: CHAPTER,
    error: null,
    isLocked: false,
    isRetrying: false,
    spokenVerse: null,
    neighbours: { previous: { book: john, chapter: 10 }, next: { book: john, chapter: 12 } },
    open,
    onRetry: vi.fn<() => void>(),
    onChooseVersion: vi.fn<() => void>(),
    onListenFrom: null,
    ...changes,
  };
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () => json({ versions: [KJV] }));
  server.answer("GET /api/bible/v1/references", () => json({ total: 0, references: [] }));
  return { ...renderView(<ChapterView {...props} />, { language, server }), open, props };
}

function marked(): string[] {
  return screen
    .getAllByRole("listitem")
    .filter((item) => item.getAttribute("aria-current") === "true")
    .map((item) => item.dataset["verse"] ?? "");
}

describe("a swipe across the chapter", () => {
  function swipe(across: number, fingers = 1) {
    const text = screen.getByText("Jesus wept.");
    const touches = Array.from({ length: fingers }, () => ({ clientX: 200, clientY: 300 }));
    fireEvent.touchStart(text, { touches });
    fireEvent.touchEnd(text, { changedTouches: [{ clientX: 200 + across, clientY: 305 }] });
  }

  it("opens the previous or next chapter, like a page", () => {
    const { open, props } = openChapter();
    swipe(-150);
    expect(open).toHaveBeenLastCalledWith({ place: props.neighbours.next });
    swipe(150);
    expect(open).toHaveBeenLastCalledWith({ place: props.neighbours.previous });
  });

  it("does nothing at the end of the Bible, when it is short and with two fingers", () => {
    const { open } = openChapter({
      neighbours: { previous: null, next: { book: john, chapter: 12 } },
    });
    swipe(150);
    swipe(-30);
    swipe(-150, 2);
    expect(open).not.toHaveBeenCalled();
  });
});

describe("a chapter that is loading", () => {
  it("is announced under its own name to screen readers", () => {
    openChapter({ chapter: undefined }, "fr");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Jean 11");
    expect(screen.getByRole("status").textContent).toBe(fr.loadingChapter);
    expect(screen.queryByText(fr.verseHint, { exact: false })).toBeNull();
  });

  it.each([
    ["en", "Next chapter: John 12"],
    ["fr", "Chapitre suivant\u00a0: Jean 12"],
  ] as const)("already has a link to the next chapter, in %s: %s", (language, name) => {
    openChapter({ chapter: undefined }, language);
    const next = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(next).toContain(name);
  });
});

describe("a chapter that failed to load", () => {
  const FAILED = new AppError("upstream_failed", 503, "Failed to fetch chapter");

  it("is retried by a button, which is disabled in the meantime", async () => {
    const { user, props } = openChapter({ chapter: undefined, error: FAILED }, "fr");
    expect(textOf(screen.getByRole("alert"))).toContain(fr.loadFailed);
    await user.click(screen.getByRole("button", { name: fr.tryAgain }));
    expect(props.onRetry).toHaveBeenCalledOnce();
    openChapter({ chapter: undefined, error: FAILED, isRetrying: true });
    expect(screen.getByRole("button", { name: en.tryAgain })).toHaveProperty("disabled", true);
  });

  it.each([
    ["the site has no key", { isLocked: true }],
    [
      "the provider refuses it",
      { error: new AppError("upstream_failed", 403, "Failed to fetch chapter") },
    ],
  ])("because %s offers the King James Version in French", async (_why, changes) => {
    const { user, open, props } = openChapter(
      { version: readyVersion("nlt"), chapter: undefined, ...changes },
      "fr",
    );
    expect(textOf(screen.getByRole("alert"))).toContain(fr.notLicensed("NLT"));
    expect(screen.queryByRole("button", { name: fr.tryAgain })).toBeNull();
    await user.click(screen.getByRole("button", { name: fr.readInKjv }));
    expect(open).toHaveBeenCalledWith({ version: KJV });
    await user.click(screen.getByRole("button", { name: fr.chooseVersion }));
    expect(props.onChooseVersion).toHaveBeenCalledOnce();
  });

  it("stays on the screen when it was there before", () => {
    openChapter({ error: FAILED });
    expect(screen.getByText("Jesus wept.")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a chapter", () => {
  it("shows the full name of its version on demand", () => {
    openChapter();
    expect(screen.getByTitle("King James Version").textContent).toBe("KJV");
  });

  it("is marked as English on a French page", () => {
    openChapter({}, "fr");
    expect(screen.getByRole("list").lang).toBe("en");
  });

  it.each([
    ["its own line", CHAPTER, "Public domain."],
    ["the version's line when it has none", { ...CHAPTER, copyright: "" }, /public domain/i],
    [
      "that it may not be read aloud",
      { ...CHAPTER, canBeSpoken: false },
      `Public domain. ${en.notSpoken("KJV")}`,
    ],
  ])("ends with %s", (_what, chapter, line) => {
    openChapter({ chapter });
    expect(screen.getByText(line)).toBeDefined();
  });

  it.each([
    [false, fr.offlineCopy],
    [true, fr.serverCopy],
  ])("from the device's copy says so in French; online %s: %s", (isOnline, words) => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    openChapter({ chapter: { ...CHAPTER, isOfflineCopy: true } }, "fr");
    expect(screen.getByRole("status").textContent).toBe(words);
  });

  it("at either end of the Bible has one link only", () => {
    openChapter({ neighbours: { previous: null, next: null } }, "fr");
    const nav = within(screen.getByRole("navigation", { name: fr.chapters }));
    for (const name of [fr.previousChapter, fr.nextChapter]) {
      expect(nav.getByRole("button", { name })).toHaveProperty("disabled", true);
    }
  });

  it("focuses its heading when another chapter is opened from its end", async () => {
    const { user, open } = openChapter();
    await user.click(screen.getByRole("button", { name: "Previous chapter: John 10" }));
    expect(open).toHaveBeenCalledWith({ place: { book: john, chapter: 10 } });
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });
});

describe("a named or spoken verse", () => {
  it("is highlighted and scrolls into view", () => {
    openChapter({ verse: 35 });
    expect(marked()).toEqual(["35"]);
    expect(scrolledTo.mock.contexts).toEqual([screen.getAllByRole("listitem")[1]]);
  });

  it("scrolls into view before the named one when it is spoken", () => {
    openChapter({ verse: 34, spokenVerse: 2 });
    expect(marked()).toEqual(["34", "36"]);
    expect(scrolledTo.mock.contexts).toEqual([screen.getAllByRole("listitem")[2]]);
  });

  it.each([99, 0])("with the missing number %i moves nothing", (verse) => {
    openChapter({ verse });
    expect(marked()).toEqual([]);
    expect(scrolledTo).not.toHaveBeenCalled();
  });

  it("beyond the end of the chapter highlights nothing", () => {
    openChapter({ spokenVerse: 40 });
    expect(marked()).toEqual([]);
  });
});

describe("searching in the chapter", () => {
  it.each([
    ["en", "said", "2 verses in John 11"],
    ["en", "WEPT", "1 verse in John 11"],
    ["fr", "said", "2 versets dans Jean 11"],
    ["fr", "wept", "1 verset dans Jean 11"],
    ["fr", "xyz", "Aucun verset ne correspond à «\u00a0xyz\u00a0» dans Jean 11"],
  ] as const)("in %s for %s says: %s", (language, term, words) => {
    openChapter({ term }, language);
    expect(screen.getByRole("status").textContent).toBe(words);
  });

  it("keeps listening from a verse at its own position in the chapter", async () => {
    const onListenFrom = vi.fn<(index: number) => void>();
    const { user } = openChapter({ term: "loved", onListenFrom });
    await user.click(screen.getByRole("button", { name: en.verseActions(36) }));
    await user.click(screen.getByRole("button", { name: en.listenFromHere }));
    expect(onListenFrom).toHaveBeenCalledWith(2);
  });
});

describe("the actions of verses", () => {
  it("apply to all selected verses, close with the last of them, and return focus to it", async () => {
    const { user } = openChapter();
    const number = (verse: number) => screen.getByRole("button", { name: en.verseActions(verse) });
    await user.click(number(34));
    await user.click(number(36));
    expect(number(34).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByRole("region", { name: "John 11:34, 36" })).toBeDefined();
    await user.click(number(34));
    expect(screen.getByRole("region", { name: "John 11:36" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: marksMessages.en.chosenVerses.clear }));
    expect(screen.queryByRole("button", { name: en.copy })).toBeNull();
    expect(document.activeElement).toBe(number(36));
  });

  it("open by the keyboard too", async () => {
    const { user } = openChapter({}, "fr");
    screen.getByRole("button", { name: fr.verseActions(35) }).focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: fr.copy })).toBeDefined();
  });

  it("show a bookmark that the browser cannot store, with a notice", async () => {
    localStorage.setItem("bible-bookmarks", "[]");
    refuseStorage();
    const { user } = openChapter({}, "fr");
    await user.click(screen.getByRole("button", { name: fr.addBookmark("Jean 11:35") }));
    expect(screen.getByRole("alert").textContent).toBe(fr.notKept);
    const remove = screen.getByRole("button", { name: fr.removeBookmark("Jean 11:35") });
    expect(remove.getAttribute("aria-pressed")).toBe("true");
  });
});

it("show no empty list for a term without a match", () => {
  openChapter({ term: "nowhere" });
  expect(screen.getByRole("status").textContent).toBe(en.noVerses("nowhere", "John 11"));
  expect(screen.queryByRole("list")).toBeNull();
});
