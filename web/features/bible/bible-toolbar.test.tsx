import { screen, within } from "@testing-library/react";
import { createRef } from "react";
import { describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { createFakeServer, json, unreachable } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { fill } from "#tests/support/view-actions.ts";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { BibleToolbar } from "./bible-toolbar.tsx";

const { en, fr } = bibleMessages;
const john = bookByAlias("john") ?? FIRST_PLACE.book;
const jude = bookByAlias("jude") ?? FIRST_PLACE.book;
const VERSIONS = "GET /api/bible/v1/versions";

type Options = {
  place?: { book: typeof john; chapter: number };
  term?: string;
  language?: "en" | "fr";
  states?: () => Response;
};

function openToolbar({ place, term = "", language = "en", states }: Options = {}) {
  const server = createFakeServer();
  server.answer(VERSIONS, states ?? (() => json({ versions: [{ id: "kjv", state: "ready" }] })));
  const open = vi.fn<(target: object) => void>();
  const onTerm = vi.fn<(term: string) => void>();
  const shown = renderView(
    <BibleToolbar
      version={readyVersion("kjv")}
      place={place ?? { book: john, chapter: 3 }}
      open={open}
      versionRef={createRef()}
      term={term}
      onTerm={onTerm}
      listenButton={null}
      textControls={null}
    />,
    { server, language },
  );
  return { ...shown, open, onTerm };
}

function optionsOf(label: string): string[] {
  return within(screen.getByRole("combobox", { name: label }))
    .getAllByRole("option")
    .map((option) => option.textContent ?? "");
}

describe("the list of versions", () => {
  it.each([
    ["needs-key", "NIV – New International Version (not available)"],
    ["not-granted", "NIV – New International Version (not available)"],
    ["ready", "NIV – New International Version"],
  ])("marks a version that is %s: %s", async (state, text) => {
    openToolbar({ states: () => json({ versions: [{ id: "niv", state }] }) });
    await expect.poll(() => optionsOf(en.version)).toContain(text);
  });

  it.each([
    ["cannot be read", unreachable],
    ["has another shape", () => json({ versions: "all" })],
  ])("without states, because the response %s, locks nothing", async (_why, states) => {
    const { server } = openToolbar({ states });
    await expect.poll(() => server.to(VERSIONS).length).toBe(4);
    expect(optionsOf(en.version)).toHaveLength(5);
    expect(optionsOf(en.version).filter((text) => text.includes("locked"))).toEqual([]);
  });

  it("opens the chosen version at the same location", async () => {
    const { user, open } = openToolbar({
      states: () => json({ versions: [{ id: "esv", state: "ready" }] }),
    });
    await expect.poll(() => optionsOf(en.version)).toHaveLength(5);
    await user.selectOptions(screen.getByRole("combobox", { name: en.version }), "esv");
    const version: unknown = expect.objectContaining({ id: "esv" });
    expect(open).toHaveBeenCalledWith({ version });
  });

  it("offers the free texts of this site after the five, when their data is complete", async () => {
    const whole = { ...READY_SEGOND, caps: null };
    openToolbar({
      states: () => json({ versions: [whole, { id: "xyz", state: "ready", name: "Half told" }] }),
    });
    await expect.poll(() => optionsOf(en.version).at(-1)).toBe("LSG – Louis Segond 1910");
    expect(optionsOf(en.version)).toHaveLength(6);
  });

  it("marks a locked version in the page's language", async () => {
    openToolbar({
      language: "fr",
      states: () => json({ versions: [{ id: "nlt", state: "needs-key" }] }),
    });
    await expect
      .poll(() => optionsOf(fr.version))
      .toContain("NLT – New Living Translation (non disponible)");
  });
});

describe("the lists of books and chapters", () => {
  it.each([
    ["en", "Song of Solomon", "Revelation"],
    ["fr", "Cantique des Cantiques", "Apocalypse"],
  ] as const)("in %s name the books of both testaments: %s, %s", (language, old, last) => {
    openToolbar({ language });
    const texts = bibleMessages[language];
    const groups = screen.getAllByRole("group").map((group) => group.getAttribute("label"));
    expect(groups).toEqual([texts.oldTestament, texts.newTestament]);
    expect(optionsOf(texts.book)).toContain(old);
    expect(optionsOf(texts.book).at(-1)).toBe(last);
    expect(optionsOf(texts.book)).toHaveLength(66);
  });

  it.each([
    [john, 21],
    [jude, 1],
  ])("offer the existing chapters: %o", (book, count) => {
    openToolbar({ place: { book, chapter: 1 } });
    expect(optionsOf(en.chapter)).toHaveLength(count);
  });

  it("open the chosen book at its first chapter, and the chosen chapter", async () => {
    const { user, open } = openToolbar();
    await user.selectOptions(screen.getByRole("combobox", { name: en.book }), "jude");
    expect(open).toHaveBeenLastCalledWith({ place: { book: jude, chapter: 1 } });
    await user.selectOptions(screen.getByRole("combobox", { name: en.chapter }), "21");
    expect(open).toHaveBeenLastCalledWith({ place: { book: john, chapter: 21 } });
  });
});

describe("the sheet of small screens", () => {
  const openSheet = async (options: Options = {}) => {
    const shown = openToolbar(options);
    const texts = bibleMessages[options.language ?? "en"];
    await shown.user.click(
      screen.getByRole("button", { name: new RegExp(texts.choosePlace, "u") }),
    );
    return { ...shown, sheet: within(screen.getByRole("dialog", { name: texts.chapters })) };
  };

  it("opens from the name of the chapter, has the selectors and links, and closes", async () => {
    const { user, sheet } = await openSheet({ language: "fr" });
    expect(screen.getByRole("button", { name: `${fr.choosePlace}Jean 3` })).toBeDefined();
    expect(screen.getAllByRole("combobox", { name: fr.book })).toHaveLength(1);
    expect(sheet.getByRole("combobox", { name: fr.chapter })).toHaveProperty("value", "3");
    expect(sheet.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      readingLinkMessages.fr.plans,
      readingLinkMessages.fr.marks,
    ]);
    await user.click(sheet.getByRole("button", { name: fr.closeChapters }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("stays open for another book and closes with a chapter of the grid", async () => {
    const { user, open, sheet } = await openSheet();
    expect(sheet.getByRole("button", { current: "page" }).textContent).toBe("3");
    await user.selectOptions(sheet.getByRole("combobox", { name: en.book }), "jude");
    expect(open).toHaveBeenLastCalledWith({ place: { book: jude, chapter: 1 } });
    expect(screen.getByRole("dialog")).toBeDefined();
    await user.click(sheet.getByRole("button", { name: "21" }));
    expect(open).toHaveBeenLastCalledWith({ place: { book: john, chapter: 21 } });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the search button of small screens", () => {
  it("focuses the search box, and clears the term when it closes the box", async () => {
    const { user, onTerm } = openToolbar();
    const opener = screen.getByRole("button", { name: en.openSearch });
    await user.click(opener);
    expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: en.search }));
    expect(opener.getAttribute("aria-expanded")).toBe("true");
    await user.click(opener);
    expect(opener.getAttribute("aria-expanded")).toBe("false");
    expect(onTerm).toHaveBeenLastCalledWith("");
  });
});

describe("the search term", () => {
  it.each([
    ["ps 23", "Go to Psalms 23", "Aller à Psaume 23"],
    ["1 Cor 13:4", "Go to 1 Corinthians 13:4", "Aller à 1 Corinthiens 13:4"],
    ["Jn 3.16-18", "Go to John 3:16-18", "Aller à Jean 3:16-18"],
    ["Apocalypse 22", "Go to Revelation 22", "Aller à Apocalypse 22"],
  ])("%j is suggested as %j, in French as %j", (term, english, french) => {
    openToolbar({ term });
    expect(screen.getByRole("button", { name: english })).toBeDefined();
    openToolbar({ term, language: "fr" });
    expect(screen.getByRole("button", { name: french })).toBeDefined();
  });

  it.each(["", "grace", "John", "John 22", "Hezekiah 3:1", "3:16"])(
    "%j leads nowhere",
    async (term) => {
      const { user, open } = openToolbar({ term });
      expect(screen.queryByRole("button", { name: /^Go to/ })).toBeNull();
      const field = screen.getByRole("searchbox", { name: en.search });
      await user.type(field, "{Enter}");
      expect(open).not.toHaveBeenCalled();
      // A phone's keyboard closes with the focus.
      expect(document.activeElement).not.toBe(field);
    },
  );

  it("is passed on with each change, and cleared by its button", async () => {
    const { user, onTerm } = openToolbar({ term: "grace" });
    await fill(user, screen.getByRole("searchbox", { name: en.search }), "g");
    expect(onTerm).toHaveBeenCalledWith("");
    await user.click(screen.getByRole("button", { name: en.clearSearch }));
    expect(onTerm).toHaveBeenLastCalledWith("");
  });

  it("opens its chapter by the button, without a verse when it names none", async () => {
    const { user, open } = openToolbar({ term: "ps 23" });
    await user.click(screen.getByRole("button", { name: /^Go to/ }));
    const psalms = bookByAlias("psalms");
    expect(open).toHaveBeenCalledWith({ place: { book: psalms, chapter: 23 } });
  });
});
