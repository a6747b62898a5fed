import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { VerseCard } from "./verse-card.tsx";

const { en, fr } = bibleMessages;
const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const VERSE: BibleVerse = { verse: 1, text: "The LORD is my shepherd; I shall not want." };

type Props = Parameters<typeof VerseCard>[0];

function openVerse(changes: Partial<Props> = {}, options: Parameters<typeof renderView>[1] = {}) {
  const props: Props = {
    version: readyVersion("kjv"),
    place: { book: psalms, chapter: 23 },
    verse: VERSE,
    term: "",
    canBeCopied: true,
    copyright: "",
    isBookmarked: false,
    isSpoken: false,
    isSought: false,
    isOpen: true,
    onToggleOpen: () => undefined,
    onToggleBookmark: () => undefined,
    onListen: null,
    marks: [],
    following: [],
    ...changes,
  };
  return renderView(
    <ol>
      <VerseCard {...props} />
    </ol>,
    options,
  );
}

/** Gives the browser a clipboard, or takes it away. */
function setClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the card uses of it
    clipboard as Clipboard,
  );
}

describe("the text", () => {
  test("shows added words in italics and what was searched for marked, also in one word", () => {
    const { container } = openVerse({
      verse: { verse: 2, text: "He is the way", italics: [[3, 5]] },
      term: "is the",
    });
    const mark = screen.getAllByRole("mark").map((element) => element.textContent);
    expect(mark.join("")).toBe("is the");
    expect(container.querySelector("i")?.textContent).toBe("is");
  });

  test("stands below the title of its psalm and the letter of its stanza", () => {
    openVerse({ verse: { ...VERSE, title: "A Psalm of David.", heading: "ALEPH" } });
    const items = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(items.slice(0, 2)).toEqual(["A Psalm of David.", "ALEPH"]);
    expect(items[2]).toContain(VERSE.text);
  });

  test("with angle brackets stays text", () => {
    const { container } = openVerse({ verse: { verse: 1, text: "<b>not bold</b>" }, term: "bold" });
    expect(container.querySelector("b")).toBeNull();
    expect(screen.getByText(/not/).textContent).toContain("<b>not bold</b>");
  });
});

describe("a tap on the words", () => {
  test("opens and closes the verse's actions", async () => {
    const onToggleOpen = vi.fn<() => void>();
    const { user } = openVerse({ onToggleOpen });
    await user.click(screen.getByText(VERSE.text));
    expect(onToggleOpen).toHaveBeenCalledOnce();
  });

  test("does nothing while words of it are marked", async () => {
    const onToggleOpen = vi.fn<() => void>();
    const { user } = openVerse({ onToggleOpen });
    await user.tripleClick(screen.getByText(VERSE.text));
    // The first of the three clicks is a tap; those that mark words are none.
    expect(onToggleOpen).toHaveBeenCalledOnce();
  });
});

describe("copying", () => {
  test("on an address without a clipboard says so, in French", async () => {
    const { user } = openVerse({}, { language: "fr" });
    setClipboard(undefined);
    await user.click(screen.getByRole("button", { name: fr.copy }));
    expect((await screen.findByText(fr.copyFailed)).getAttribute("role")).toBe("status");
  });

  test("that the visitor has forbidden says so", async () => {
    const { user } = openVerse();
    setClipboard({ writeText: () => Promise.reject(new DOMException("No", "NotAllowedError")) });
    await user.click(screen.getByRole("button", { name: en.copy }));
    expect(await screen.findByText(en.copyFailed)).toBeDefined();
  });

  test.each([
    ["kjv", "", "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (KJV)"],
    ["kjv", "Public domain.", "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (KJV)"],
    [
      "esv",
      "© Their owner",
      "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (ESV)\n© Their owner",
    ],
  ] as const)("from the %s with the line %j takes %j along", async (id, copyright, text) => {
    const written: string[] = [];
    const { user } = openVerse({ version: readyVersion(id), copyright }, { language: "fr" });
    setClipboard({
      writeText: (copied) => {
        written.push(copied);
        return Promise.resolve();
      },
    });
    await user.click(screen.getByRole("button", { name: fr.copy }));
    expect(await screen.findByText(fr.copied)).toBeDefined();
    expect(written).toEqual([text]);
  });

  test("and sharing are not offered where the licence allows neither", () => {
    openVerse({ canBeCopied: false, onListen: () => undefined });
    expect(screen.queryByRole("button", { name: en.copy })).toBeNull();
    expect(screen.queryByRole("button", { name: en.share })).toBeNull();
    expect(screen.getByRole("button", { name: en.listenFromHere })).toBeDefined();
  });
});

describe("a picture", () => {
  const { button } = versePictureMessages.en;

  test("is offered for a free text, up to four verses", async () => {
    const following = [2, 3, 4, 5].map((verse) => ({ verse, text: "More" }));
    const { user } = openVerse({ verse: { verse: 1, text: "The LORD" }, following });
    expect(screen.getByRole("button", { name: button })).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox"), "4");
    expect(screen.getByRole("button", { name: button })).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox"), "5");
    expect(screen.queryByRole("button", { name: button })).toBeNull();
  });

  test("is never made of a licensed text, whatever else it allows", () => {
    openVerse({ version: readyVersion("niv"), canBeCopied: true });
    expect(screen.queryByRole("button", { name: button })).toBeNull();
  });
});

describe("sharing", () => {
  const shared: ShareData[] = [];

  function setShare(share: (content: ShareData) => Promise<void>): void {
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
  }

  test("from the phone app names the site's address, not the app's own", async () => {
    setShare((content) => {
      shared.push(content);
      return Promise.resolve();
    });
    const { user } = openVerse(
      {},
      { site: { serverUrl: "https://tv.example", siteUrl: "https://tv.example" } },
    );
    await user.click(screen.getByRole("button", { name: en.share }));
    expect(shared[0]?.url).toBe("https://tv.example/?version=kjv&book=psalms&chapter=23&verse=1");
  });

  test("that is closed again is no fault", async () => {
    setShare(() => Promise.reject(new DOMException("Closed", "AbortError")));
    const { user } = openVerse({}, { language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.share }));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  test("is not offered where the browser has no share sheet", () => {
    Reflect.deleteProperty(navigator, "share");
    openVerse();
    expect(screen.queryByRole("button", { name: en.share })).toBeNull();
  });
});

describe("the bookmark", () => {
  test.each([
    [false, en.addBookmark("Psalms 23:1"), "false"],
    [true, en.removeBookmark("Psalms 23:1"), "true"],
  ])("that is set: %s, is called %j and says so", async (isBookmarked, name, pressed) => {
    const onToggleBookmark = vi.fn<() => void>();
    const { user } = openVerse({ isBookmarked, onToggleBookmark, isOpen: false });
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-pressed")).toBe(pressed);
    button.focus();
    await user.keyboard(" ");
    expect(onToggleBookmark).toHaveBeenCalledOnce();
  });
});
