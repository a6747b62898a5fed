import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { versePictureMessages } from "#shared/messages/reading/verse-picture.ts";
import { createFakeServer, json } from "#tests/support/fake-server.ts";
import { renderView } from "#tests/support/render-view.tsx";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import { removeItem } from "#web/base/sync/use-items.ts";
import { useBookmarks } from "#web/features/bible/use-bookmarks.ts";
import { SelectionActions } from "./selection-actions.tsx";
import { useVerseSelection } from "./use-verse-selection.ts";

const { en, fr } = bibleMessages;
const psalms = bookByAlias("psalms") ?? FIRST_PLACE.book;
const place = { book: psalms, chapter: 23 };
const VERSE: BibleVerse = { verse: 1, text: "The LORD is my shepherd; I shall not want." };

type Props = Parameters<typeof SelectionActions>[0];

/** The actions on an initially empty selection; every verse has a button here. */
function Chooser(changes: Partial<Props>) {
  const { verses = [VERSE], version = readyVersion("kjv") } = changes;
  const { isChosen, latest, toggle, add, clear } = useVerseSelection(verses);
  const { isBookmarked, setRuns } = useBookmarks(version, place);
  return (
    <>
      {verses.map(({ verse }) => (
        <button key={verse} type="button" onClick={() => toggle(verse)}>
          {`Verse ${verse}`}
        </button>
      ))}
      {latest !== null && (
        <SelectionActions
          version={version}
          place={place}
          verses={verses}
          isChosen={isChosen}
          canBeCopied
          copyright=""
          marksOf={() => []}
          isBookmarked={isBookmarked}
          onBookmark={setRuns}
          onListenFrom={null}
          onAdd={add}
          onClear={clear}
          {...changes}
        />
      )}
    </>
  );
}

function onSiteWith(versions: readonly object[]) {
  const server = createFakeServer();
  server.answer("GET /api/bible/v1/versions", () => json({ versions }));
  server.answer("GET /api/bible/v1/references", () => json({ total: 0, references: [] }));
  return server;
}

function showChooser(changes: Partial<Props> = {}, options: Parameters<typeof renderView>[1] = {}) {
  const { server = onSiteWith([readyVersion("kjv")]) } = options;
  const view = renderView(<Chooser {...changes} />, { server, ...options });
  const tap = (verse: number) =>
    view.user.click(screen.getByRole("button", { name: `Verse ${verse}` }));
  return { ...view, tap };
}

/** Renders with the first verse selected. */
function openActions(...given: Parameters<typeof showChooser>) {
  const view = showChooser(...given);
  fireEvent.click(screen.getByRole("button", { name: "Verse 1" }));
  return view;
}

/** Sets or removes the browser's clipboard. */
function setClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the actions use of it
    clipboard as Clipboard,
  );
}

async function stored() {
  const { items } = await openItems();
  return [...items().values()].map(({ id, data }) => ({ id, ...data }));
}

beforeEach(async () => {
  for (const { id } of await stored()) await removeItem("bible-mark", id);
});

it("offers to compare only when there is another text", async () => {
  openActions({}, { server: onSiteWith([readyVersion("kjv"), READY_SEGOND]) });
  expect(await screen.findByRole("button", { name: en.compare })).toBeDefined();
  cleanup();
  const { server } = openActions();
  await waitFor(() => expect(server.to("GET /api/bible/v1/references")).toHaveLength(1));
  expect(screen.queryByRole("button", { name: en.compare })).toBeNull();
});

describe("several verses", () => {
  const verses = [1, 2, 3, 4, 5].map((verse) => ({ verse, text: `Words ${verse}.` }));
  const marks = marksMessages.en;

  it("are announced, copied with an ellipsis for gaps, and cleared by Escape", async () => {
    const { user, tap } = showChooser({ verses });
    for (const verse of [5, 1, 2]) await tap(verse);
    expect(screen.getByRole("region", { name: "Psalms 23:1-2, 5" })).toBeDefined();
    expect(screen.getByText(marks.chosenVerses.count(3)).getAttribute("role")).toBe("status");
    expect(screen.queryByRole("button", { name: en.compare })).toBeNull();
    const written: string[] = [];
    setClipboard({ writeText: async (text) => void written.push(text) });
    await user.click(screen.getByRole("button", { name: en.copy }));
    expect(written).toEqual(["“Words 1. Words 2. … Words 5.”\nPsalms 23:1-2, 5 (KJV)"]);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("can be deselected one by one or all at once", async () => {
    const { user, tap } = showChooser({ verses });
    for (const verse of [1, 2, 1]) await tap(verse);
    expect(screen.getByRole("region", { name: "Psalms 23:2" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: marks.chosenVerses.clear }));
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("up to another one are selected at once", async () => {
    const { user, tap } = showChooser({ verses });
    await tap(2);
    await user.selectOptions(screen.getByRole("combobox", { name: marks.upTo }), "4");
    expect(screen.getByRole("region", { name: "Psalms 23:2-4" })).toBeDefined();
  });

  it("are highlighted each, and noted and bookmarked by range", async () => {
    const { user, tap } = showChooser({ verses });
    for (const verse of [1, 2, 5]) await tap(verse);
    await user.click(screen.getByRole("button", { name: marks.colours[3] }));
    await user.click(screen.getByRole("button", { name: marks.chosenVerses.bookmark }));
    await user.click(screen.getByRole("button", { name: marks.note }));
    await user.type(screen.getByRole("textbox", { name: `${marks.note} 1-2` }), "Of two");
    await user.type(screen.getByRole("textbox", { name: `${marks.note} 5` }), "Of one");
    await user.tab();
    await expect.poll(stored).toHaveLength(7);
    expect((await stored()).map(({ id }) => id).toSorted()).toEqual([
      "bookmark:PSA.23.1",
      "bookmark:PSA.23.5",
      "highlight:PSA.23.1",
      "highlight:PSA.23.2",
      "highlight:PSA.23.5",
      "note:PSA.23.1",
      "note:PSA.23.5",
    ]);
    expect((await stored()).find(({ id }) => id === "note:PSA.23.1")).toMatchObject({
      from: 1,
      to: 2,
      note: "Of two",
    });
    expect((await stored()).find(({ id }) => id === "bookmark:PSA.23.1")).toMatchObject({ to: 2 });
  });

  it("of a licensed text are not copied", async () => {
    const { tap } = showChooser({ verses, version: readyVersion("niv") });
    for (const verse of [1, 2]) await tap(verse);
    expect(screen.queryByRole("button", { name: en.copy })).toBeNull();
  });
});

describe("copying", () => {
  it("on a URL without a clipboard shows a notice, in French", async () => {
    const { user } = openActions({}, { language: "fr" });
    setClipboard(undefined);
    await user.click(screen.getByRole("button", { name: fr.copy }));
    expect((await screen.findByText(fr.copyFailed)).getAttribute("role")).toBe("status");
  });

  it("shows a notice when the visitor has blocked it", async () => {
    const { user } = openActions();
    setClipboard({ writeText: () => Promise.reject(new DOMException("No", "NotAllowedError")) });
    await user.click(screen.getByRole("button", { name: en.copy }));
    expect(await screen.findByText(en.copyFailed)).toBeDefined();
  });

  it.each([
    ["kjv", "", "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (KJV)"],
    ["kjv", "Public domain.", "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (KJV)"],
    [
      "esv",
      "© Their owner",
      "“The LORD is my shepherd; I shall not want.”\nPsalms 23:1 (ESV)\n© Their owner",
    ],
  ] as const)("from the %s with the line %j copies %j", async (id, copyright, text) => {
    const written: string[] = [];
    const { user } = openActions({ version: readyVersion(id), copyright }, { language: "fr" });
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

  it("and sharing are not offered when the licence allows neither", () => {
    openActions({ canBeCopied: false, onListenFrom: () => undefined });
    expect(screen.queryByRole("button", { name: en.copy })).toBeNull();
    expect(screen.queryByRole("button", { name: en.share })).toBeNull();
    expect(screen.getByRole("button", { name: en.listenFromHere })).toBeDefined();
  });
});

describe("an image", () => {
  const { button } = versePictureMessages.en;

  it("is offered for a free text, up to four verses", async () => {
    const more = [2, 3, 4, 5].map((verse) => ({ verse, text: "More" }));
    const { user } = openActions({ verses: [VERSE, ...more] });
    expect(screen.getByRole("button", { name: button })).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox"), "4");
    expect(screen.getByRole("button", { name: button })).toBeDefined();
    await user.selectOptions(screen.getByRole("combobox"), "5");
    expect(screen.queryByRole("button", { name: button })).toBeNull();
  });

  it("is never made of a licensed text, at any terms", () => {
    openActions({ version: readyVersion("niv"), canBeCopied: true });
    expect(screen.queryByRole("button", { name: button })).toBeNull();
  });
});

describe("sharing", () => {
  const shared: ShareData[] = [];

  function setShare(share: (content: ShareData) => Promise<void>): void {
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
  }

  it("in the native app uses the site's URL, not the app's own", async () => {
    setShare((content) => {
      shared.push(content);
      return Promise.resolve();
    });
    const { user } = openActions(
      {},
      { site: { serverUrl: "https://tv.example", siteUrl: "https://tv.example" } },
    );
    await user.click(screen.getByRole("button", { name: en.share }));
    expect(shared[0]?.url).toBe("https://tv.example/?version=kjv&book=psalms&chapter=23&verse=1");
  });

  it("is no error when it is cancelled", async () => {
    setShare(() => Promise.reject(new DOMException("Closed", "AbortError")));
    const { user } = openActions({}, { language: "fr" });
    await user.click(screen.getByRole("button", { name: fr.share }));
    expect(screen.getByText(marksMessages.fr.chosenVerses.count(1))).toBeDefined();
  });

  it("is not offered when the browser has no share sheet", () => {
    Reflect.deleteProperty(navigator, "share");
    openActions();
    expect(screen.queryByRole("button", { name: en.share })).toBeNull();
  });
});
