import { useQueries } from "@tanstack/react-query";
import type { BiblePlace } from "#shared/bible/bible-books.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import type { BibleVersionFacts } from "#shared/bible/bible-versions.ts";
import { useSite } from "#web/lib/site.ts";
import { chapterQuery } from "#web/features/bible/bible.data.ts";
import { useDisplayReport } from "#web/features/bible/use-display-report.ts";
import { alignTexts, parallelChapters, type ParallelRow } from "./align.domain.ts";

export type SecondText = {
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
export function useSecondText(
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
