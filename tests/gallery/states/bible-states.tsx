import { waitFor } from "@testing-library/dom";
import { bookByAlias, FIRST_PLACE } from "#shared/bible/bible-books.ts";
import { marksMessages } from "#shared/messages/reading/marks.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import type { GalleryState, GalleryStates } from "#tests/gallery/gallery-state.ts";
import { type FakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { READY_SEGOND, readyVersion } from "#web/base/reading/bible-versions.fixture.ts";
import { putItem } from "#web/base/sync/use-items.ts";
import { BiblePage } from "#web/features/bible/bible-page.tsx";
import { MyMarksPage } from "#web/features/bible/marks/my-marks-page.tsx";
import { BookmarksSection } from "#web/features/bible/bookmarks-section.tsx";
import { CrossReferences } from "#web/features/bible/parallel/compare-verse.tsx";
import { PlaceSheet } from "#web/features/bible/place-sheet.tsx";
import { OfflineControl } from "#web/features/bible/offline-control.tsx";
import { SelectionActions } from "#web/features/bible/selection/selection-actions.tsx";
import { VerseCard } from "#web/features/bible/verse-card.tsx";
import { WholeBibleResults } from "#web/features/bible/whole-bible-results.tsx";

const SEARCH = "GET /api/bible/v1/search";
const SONG = bookByAlias("songofsolomon") ?? FIRST_PLACE.book;
const CHAPTER = `GET /api/bible/${encodeURIComponent(`${SONG.name} 2`)}`;
const NEXT_CHAPTER = `GET /api/bible/${encodeURIComponent(`${SONG.name} 3`)}`;
const AT = `/bible?version=kjv&book=${SONG.id}&chapter=2`;
const FREE = { copyright: "Public domain.", caps: { tts: "any", copyVerses: 500 } };
const VERSE =
  "My beloved spake, and said unto me, Rise up, my love, my fair one, and come away. For, lo, the winter is past.";
const MARKS = [
  {
    id: "highlight:SNG.2.10",
    data: {
      kind: "highlight" as const,
      book: "SNG",
      chapter: 2,
      from: 10,
      to: 10,
      version: "kjv",
      colour: 3 as const,
    },
    changedAt: 1_700_000_000_000,
  },
  {
    id: "note:SNG.2.10",
    data: {
      kind: "note" as const,
      book: "SNG",
      chapter: 2,
      from: 10,
      to: 10,
      version: "kjv",
      note: "Winter passes #hope",
      labels: ["hope", "spring"],
    },
    changedAt: 1_700_000_000_000,
  },
];
const nothing = (): void => undefined;

function chapterOf(server: FakeServer): void {
  const body = {
    ...FREE,
    verses: [
      {
        verse: 1,
        title: "A Song of degrees of David.",
        heading: "The voice of my beloved",
        text: VERSE,
      },
      { verse: 2, text: VERSE, italics: [[3, 10]], words_of_jesus: [[20, 40]], paragraph: true },
      {
        verse: 3,
        text: VERSE,
        section: "The winter is past",
        lines: [
          { at: 0, level: 1 },
          { at: 45, level: 2 },
        ],
        footnotes: [{ at: 17, text: "Or: answered." }],
      },
    ],
  };
  server.answer("GET /api/bible/v1/versions", () =>
    json({ versions: [{ id: "niv", state: "needs-key" }] }),
  );
  server.answer(CHAPTER, () => json(body));
  server.answer(NEXT_CHAPTER, () => json(body));
}

function finding(total: number): (server: FakeServer) => void {
  return (server) => {
    chapterOf(server);
    server.answer(SEARCH, ({ search }) => {
      const count = Math.min(total, Number(search.get("limit")));
      const hits = Array.from({ length: count }, (_, index) => ({
        ref: { usfm: "PSA", chapter: 119, verse: index + 1 },
        text: VERSE,
        ranges: [[3, 10]],
      }));
      return json({ total, hits });
    });
  };
}

const page: GalleryState = { at: AT, show: () => <BiblePage />, serve: chapterOf };

function results(term: string, serve: GalleryState["serve"]): GalleryState {
  return {
    show: () => (
      <div className="page">
        <WholeBibleResults
          version={readyVersion("kjv")}
          secondVersion={null}
          term={term}
          open={nothing}
        />
      </div>
    ),
    ...(serve && { serve }),
  };
}

const bookmarks: GalleryState = {
  show: () => (
    <div className="page py-6">
      <BookmarksSection version={readyVersion("kjv")} open={nothing} />
    </div>
  ),
};

/** The Bible: a chapter, the search, bookmarks and reading aloud. */
export const STATES: GalleryStates = {
  chapter: page,
  "chapter-marked": {
    ...page,
    at: `${AT}&verse=3&q=love`,
    serve: finding(45),
    stored: { "bible-bookmarks": ["Song of Solomon 2:2"], "bible-text-size": 4 },
    // The page scrolls to its verse.
    act: () => waitFor(() => window.scrollY > 0 || Promise.reject(new Error("Not yet"))),
  },
  parallel: {
    ...page,
    at: `${AT}&with=lsg`,
    serve: (server) => {
      chapterOf(server);
      server.answer("GET /api/bible/v1/versions", () =>
        json({ versions: [readyVersion("kjv"), READY_SEGOND] }),
      );
    },
    act: ({ screen, language }) =>
      screen.findByRole("button", { name: bibleMessages[language].swapVersions }),
  },
  compared: {
    ...page,
    serve: (server) => {
      chapterOf(server);
      server.answer("GET /api/bible/v1/versions", () =>
        json({ versions: [readyVersion("kjv"), READY_SEGOND] }),
      );
      server.answer("GET /api/bible/v1/references", () => json({ total: 0, references: [] }));
    },
    act: async ({ user, screen, language }) => {
      const texts = bibleMessages[language];
      await user.click(await screen.findByRole("button", { name: texts.verseActions(3) }));
      await user.click(await screen.findByRole("button", { name: texts.compare }));
      return screen.findByText(/\(LSG\)$/);
    },
  },
  "place-sheet": {
    show: () => (
      <PlaceSheet
        place={{ book: SONG, chapter: 2 }}
        open={nothing}
        links={null}
        onClose={nothing}
      />
    ),
  },
  "version-missing": {
    ...page,
    at: `/bible?version=sna&book=${SONG.id}&chapter=2`,
  },
  "chapter-loading": {
    ...page,
    serve: (server) => {
      chapterOf(server);
      server.answer(CHAPTER, onHold().answering);
    },
    isWaiting: true,
  },
  "chapter-failed": {
    ...page,
    serve: (server) => {
      chapterOf(server);
      server.answer(CHAPTER, () => json({ error: "away" }, 500));
    },
    act: ({ screen, language }) => screen.findByText(bibleMessages[language].loadFailed),
  },
  "chapter-without-licence": {
    ...page,
    at: `/bible?version=niv&book=${SONG.id}&chapter=2`,
    serve: (server) => {
      chapterOf(server);
      server.answer(CHAPTER, () => json({ error: "not licensed" }, 403));
    },
  },
  "reference-typed": { ...page, at: `${AT}&q=${encodeURIComponent("1 Thess 5:16-18")}` },
  "cross-references": {
    show: () => (
      <div className="page py-6">
        <CrossReferences
          version={readyVersion("kjv")}
          place={{ book: SONG, chapter: 2 }}
          verse={10}
        />
      </div>
    ),
    serve: (server) => {
      server.answer("GET /api/bible/v1/references", () =>
        json({
          translation_id: "kjv",
          total: 9,
          references: [{ book: SONG.id, chapter: 5, verse: 2, last: 3, votes: 9, text: VERSE }],
          source: "OpenBible.info",
          source_url: "https://www.openbible.info/labs/cross-references/",
          licence: "CC BY 4.0",
        }),
      );
    },
    act: ({ screen }) => screen.findByRole("listitem"),
  },
  verse: {
    serve: chapterOf,
    show: () => (
      <ol lang="en" className="page grid py-6">
        {[true, false].map((isOn, index) => (
          <VerseCard
            key={index}
            place={{ book: SONG, chapter: 2 }}
            verse={{ verse: index + 10, text: VERSE }}
            term="love"
            isBookmarked={isOn}
            isSpoken={!isOn}
            isSought={false}
            isChosen={isOn}
            marks={MARKS}
            onToggleChosen={nothing}
            onToggleBookmark={nothing}
            actions={
              isOn && (
                <SelectionActions
                  version={readyVersion("kjv")}
                  place={{ book: SONG, chapter: 2 }}
                  verses={[10, 11, 12].map((verse) => ({ verse, text: VERSE }))}
                  isChosen={(verse) => verse !== 11}
                  canBeCopied
                  copyright="Public domain."
                  marksOf={() => MARKS}
                  isBookmarked={() => true}
                  onBookmark={nothing}
                  onListenFrom={nothing}
                  onAdd={nothing}
                  onClear={nothing}
                />
              )
            }
          />
        ))}
      </ol>
    ),
  },
  "results-found": results("beloved", finding(1_234)),
  "results-none": results("une expression introuvable", finding(0)),
  "results-searching": {
    ...results("beloved", (server) => server.answer(SEARCH, onHold().answering)),
    isWaiting: true,
  },
  "results-failed": results("beloved", (server) => server.answer(SEARCH, () => json({}, 500))),
  "marks-none": {
    at: "/bible/marks",
    serve: chapterOf,
    show: () => <MyMarksPage />,
    act: ({ screen, language }) => screen.findByText(marksMessages[language].empty),
  },
  "marks-some": {
    at: "/bible/marks",
    serve: chapterOf,
    show: () => <MyMarksPage />,
    act: async ({ screen }) => {
      for (const { id, data } of MARKS) await putItem("bible-mark", id, data);
      await putItem("bible-mark", "note:SNG.2.11", {
        kind: "note",
        book: "SNG",
        chapter: 2,
        from: 11,
        to: 12,
        version: "kjv",
        note: "The winter is past. #hope",
        labels: ["hope"],
      });
      await screen.findByText("The winter is past. #hope", { selector: "p" });
    },
  },
  "bookmarks-none": bookmarks,
  "bookmarks-some": {
    ...bookmarks,
    stored: { "bible-bookmarks": ["Song of Solomon 2:2", "1 Thessalonians 5:16", "John 3:16"] },
  },
  "offline-copy-failed": {
    show: () => (
      <div className="page py-6">
        <OfflineControl version={readyVersion("kjv")} />
      </div>
    ),
    serve: (server) => server.answer("GET /api/bible/v1/kjv/all.json", () => json({}, 500)),
    act: async ({ user, screen, language }) => {
      const { downloadOffline, downloadFailed } = bibleMessages[language];
      const button = await screen.findByRole<HTMLButtonElement>("button", {
        name: downloadOffline,
      });
      // The button is enabled after the browser has reported whether the text is stored.
      await waitFor(() => button.matches(":enabled") || Promise.reject(new Error("Not yet")));
      await user.click(button);
      await screen.findByText(downloadFailed);
    },
  },
};
