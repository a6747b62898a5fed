import { useQueries } from "@tanstack/react-query";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { chapterQuery } from "#web/features/bible/bible.data.ts";
import { useDisplayReport } from "#web/features/bible/use-display-report.ts";
import {
  alignTexts,
  parallelChapters,
  type ParallelRow,
  type PlacedVerse,
} from "./align.domain.ts";
import { ArrowLeftRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { LabelledSelect } from "#web/features/bible/labelled-select.tsx";
import { VerseText } from "#web/features/bible/text/verse-text.tsx";
import type { useBibleLocation } from "#web/features/bible/use-bible-location.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { openSecondVersion, useSecondVersions } from "./second-version-select.tsx";

type SecondText = {
  rows: ParallelRow[];
  /** Copyright line of the second text. */
  copyright: string;
  isLoading: boolean;
  isFailed: boolean;
  retry: () => void;
};

type ReadChapter = {
  version: BibleVersionFacts;
  place: BiblePlace;
  verses: readonly BibleVerse[];
};

/**
 * Returns a chapter with the same verses of a second version, which may be in several chapters
 * there.
 */
function useSecondText(
  { version, place, verses }: ReadChapter,
  secondVersion: BibleVersionFacts,
): SecondText {
  const { api } = useSite();
  const { book, chapter } = place;
  const numbered = verses.map(({ verse }) => ({ chapter, verse }));
  const numberings = { from: version.numbering, to: secondVersion.numbering };
  const chapters = parallelChapters(book, numbered, numberings);
  const answers = useQueries({
    queries: chapters.map((number) => chapterQuery(api, secondVersion, { book, chapter: number })),
  });
  useDisplayReport(answers[0]?.data?.displayToken ?? null);
  const found = answers.flatMap(({ data }, index) =>
    (data?.verses ?? []).map((verse) => ({ chapter: chapters[index] ?? chapter, verse })),
  );
  return {
    rows: alignTexts(
      book,
      { numbering: version.numbering, verses: verses.map((verse) => ({ chapter, verse })) },
      { numbering: secondVersion.numbering, verses: found },
    ),
    copyright: answers.find(({ data }) => data)?.data?.copyright || secondVersion.copyright,
    isLoading: answers.some(({ isPending }) => isPending),
    isFailed: answers.some(({ isError }) => isError),
    retry() {
      for (const { isError, refetch } of answers) if (isError) void refetch();
    },
  };
}

type ParallelVersesProps = {
  version: ReaderVersion;
  secondVersion: ReaderVersion;
  place: BiblePlace;
  verses: readonly BibleVerse[];
  /** Class of the text. */
  className: string;
  open: ReturnType<typeof useBibleLocation>["open"];
  /** Renders a verse of the first version with its actions. */
  card: (verse: BibleVerse) => ReactNode;
};

/** A chapter in two versions: side by side, on narrow screens verse by verse. */
export function ParallelVerses(props: ParallelVersesProps) {
  const { version, secondVersion, place, verses, className, card } = props;
  const texts = useTexts(bibleMessages);
  const second = useSecondText({ version, place, verses }, secondVersion);
  return (
    <>
      <SecondVersionBar {...props} />
      {second.isFailed && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
          {texts.loadFailed}
          <button type="button" className={buttonStyle("outline")} onClick={second.retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      <ol className={className} aria-busy={second.isLoading}>
        {second.rows.map((row) => (
          <Row
            key={keyOf(row)}
            row={row}
            version={version}
            secondVersion={secondVersion}
            card={card}
          />
        ))}
      </ol>
      <p className="mt-4 text-sm text-ink-soft">{second.copyright}</p>
    </>
  );
}

/** The second version's name, with buttons to swap and to close. */
function SecondVersionBar({ version, secondVersion, open }: ParallelVersesProps) {
  const texts = useTexts(bibleMessages);
  const others = useSecondVersions(version);
  return (
    <div className="mt-4 flex items-end gap-2">
      <div className="min-w-0 grow">
        <LabelledSelect
          label={texts.sideBySide}
          value={secondVersion.id}
          short={secondVersion.abbreviation}
          onChange={(value) => {
            const selected = others.find(({ id }) => id === value);
            if (selected) openSecondVersion(open, selected);
          }}
        >
          {others.map(({ id, abbreviation, name }) => (
            <option key={id} value={id}>
              {`${abbreviation} – ${name}`}
            </option>
          ))}
        </LabelledSelect>
      </div>
      <IconButton
        label={texts.swapVersions}
        onClick={() => open({ version: secondVersion, secondVersion: version })}
      >
        <ArrowLeftRight aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={texts.closeSecondVersion} onClick={() => open({ secondVersion: null })}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}

type RowProps = Pick<ParallelVersesProps, "version" | "secondVersion" | "card"> & {
  row: ParallelRow;
};

function Row({ row, version, secondVersion, card }: RowProps) {
  return (
    <li className="grid grid-cols-1 gap-x-4 border-b border-line py-1 md:grid-cols-2">
      <ol lang={version.language} className="grid grid-cols-1">
        {row.first.map(({ verse }) =>
          // A line already separates the rows where a paragraph would begin.
          verse.verse === 0 ? (
            <Title key={0} text={verse.text} />
          ) : (
            card({ ...verse, isParagraph: false })
          ),
        )}
      </ol>
      <ol lang={secondVersion.language} className="grid grid-cols-1 text-ink-soft">
        {row.second.map((placed) => (
          <SecondVerse key={`${placed.chapter}:${placed.verse.verse}`} {...placed} />
        ))}
      </ol>
    </li>
  );
}

function SecondVerse({ verse }: PlacedVerse) {
  if (verse.verse === 0) return <Title text={verse.text} />;
  return (
    <li className="flex items-start gap-1 px-1 py-1">
      <span className="mt-1 min-w-8 shrink-0 text-center font-sans text-xs font-bold">
        {verse.verse}
      </span>
      <p className="min-w-0 grow wrap-anywhere">
        <VerseText verse={verse} term="" />
      </p>
    </li>
  );
}

function Title({ text }: { text: string }) {
  return <li className="px-3 pb-3 italic">{text}</li>;
}

function keyOf({ first, second }: ParallelRow): string {
  const [placed] = [...first, ...second];
  return placed ? `${placed.chapter}:${placed.verse.verse}` : "";
}
