import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { VerseCard } from "./verse-card.tsx";

const { en } = bibleMessages;
const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const VERSE: BibleVerse = { verse: 1, text: "The LORD is my shepherd; I shall not want." };

type Props = Parameters<typeof VerseCard>[0];

function openVerse(changes: Partial<Props> = {}) {
  const props: Props = {
    place: { book: psalms, chapter: 23 },
    verse: VERSE,
    term: "",
    isBookmarked: false,
    isSpoken: false,
    isSought: false,
    isChosen: false,
    onToggleChosen: () => undefined,
    onToggleBookmark: () => undefined,
    marks: [],
    actions: null,
    ...changes,
  };
  return renderView(
    <ol>
      <VerseCard {...props} />
    </ol>,
  );
}

describe("the text", () => {
  it("shows added words in italics and search matches marked, also within a word", () => {
    const { container } = openVerse({
      verse: { verse: 2, text: "He is the way", italics: [[3, 5]] },
      term: "is the",
    });
    const mark = screen.getAllByRole("mark").map((element) => element.textContent);
    expect(mark.join("")).toBe("is the");
    expect(container.querySelector("i")?.textContent).toBe("is");
  });

  it("stands below the title of its psalm and the letter of its stanza", () => {
    openVerse({ verse: { ...VERSE, title: "A Psalm of David.", heading: "ALEPH" } });
    const items = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(items.slice(0, 2)).toEqual(["A Psalm of David.", "ALEPH"]);
    expect(items[2]).toContain(VERSE.text);
  });

  it("keeps angle brackets as text", () => {
    const { container } = openVerse({ verse: { verse: 1, text: "<b>not bold</b>" }, term: "bold" });
    expect(container.querySelector("b")).toBeNull();
    expect(container.textContent).toContain("<b>not bold</b>");
  });
});

describe("a tap on the text", () => {
  it("selects the verse", async () => {
    const onToggleChosen = vi.fn<() => void>();
    const { user } = openVerse({ onToggleChosen });
    await user.click(screen.getByText(VERSE.text));
    expect(onToggleChosen).toHaveBeenCalledOnce();
  });

  it("does nothing while text in it is selected", async () => {
    const onToggleChosen = vi.fn<() => void>();
    const { user } = openVerse({ onToggleChosen });
    await user.tripleClick(screen.getByText(VERSE.text));
    // The first of the three clicks is a tap; those that select text are not.
    expect(onToggleChosen).toHaveBeenCalledOnce();
  });
});

describe("the bookmark", () => {
  it.each([
    [false, en.addBookmark("Psalms 23:1"), "false"],
    [true, en.removeBookmark("Psalms 23:1"), "true"],
  ])("that is set: %s, is called %j and says so", async (isBookmarked, name, pressed) => {
    const onToggleBookmark = vi.fn<() => void>();
    const { user } = openVerse({ isBookmarked, onToggleBookmark });
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-pressed")).toBe(pressed);
    button.focus();
    await user.keyboard(" ");
    expect(onToggleBookmark).toHaveBeenCalledOnce();
  });
});
