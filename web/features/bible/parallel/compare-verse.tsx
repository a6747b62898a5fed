import { useQueries } from "@tanstack/react-query";
import { type BiblePlace, placeName } from "#shared/bible/bible-books.ts";
import { fromPivot, type NumberedVerse, toPivot } from "#shared/bible/numbering/numbering.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { addressOf } from "#web/features/bible/bible-address.domain.ts";
import { type Chapter, chapterQuery } from "#web/features/bible/bible.data.ts";
import { CrossReferences } from "#web/features/bible/cross-references.tsx";
import { VerseText } from "#web/features/bible/text/verse-text.tsx";
import { useSecondVersions } from "./second-version-select.tsx";
import { useDisplayReport } from "#web/features/bible/use-display-report.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";

type CompareVerseProps = {
  version: ReaderVersion;
  /** In the numbering of the version, as is the verse. */
  place: BiblePlace;
  verse: number;
};

/** A verse in every other text that this site may show, then its cross-references. */
export function CompareVerse(props: CompareVerseProps) {
  const { version, place, verse } = props;
  const { api } = useSite();
  const others = useSecondVersions(version);
  const there = others.map((other) => ({ other, verses: versesIn(other, props) }));
  const answers = useQueries({
    queries: there.map(({ other, verses }) =>
      chapterQuery(api, other, { book: place.book, chapter: verses[0]?.chapter ?? place.chapter }),
    ),
  });
  return (
    <div className="grid gap-3 text-base">
      {there.map(({ other, verses }, index) => (
        <Compared
          key={other.id}
          version={other}
          place={place}
          verses={verses}
          chapter={answers[index]?.data}
          isFailed={answers[index]?.isError ?? false}
        />
      ))}
      <CrossReferences version={version} place={place} verse={verse} />
    </div>
  );
}

/** Returns the verses in another version, within the chapter of the first. */
function versesIn(
  { numbering }: ReaderVersion,
  { version, place: { book, chapter }, verse }: CompareVerseProps,
): readonly NumberedVerse[] {
  const found = toPivot(version.numbering, book, { chapter, verse }).flatMap((inPivot) =>
    fromPivot(numbering, book, inPivot),
  );
  return found.filter((each) => each.chapter === found[0]?.chapter);
}

type ComparedProps = {
  version: ReaderVersion;
  place: BiblePlace;
  verses: readonly NumberedVerse[];
  chapter: Chapter | undefined;
  isFailed: boolean;
};

function Compared({ version, place: { book }, verses, chapter, isFailed }: ComparedProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  useDisplayReport(chapter?.displayToken ?? null);
  const [first] = verses;
  const place = { book, chapter: first?.chapter ?? 1 };
  const shown = chapter?.verses.filter((each) => verses.some(({ verse }) => verse === each.verse));
  return (
    <section>
      <Link
        to={`/bible${addressOf(version, place, first?.verse)}`}
        className="text-sm font-semibold text-brand hover:underline"
      >
        {`${placeName(place, language)}:${first?.verse} (${version.abbreviation})`}
      </Link>
      <div lang={version.language} className="font-serif leading-relaxed">
        {shown?.map((verse) => (
          <p key={verse.verse}>
            <VerseText verse={verse} term="" />
          </p>
        ))}
      </div>
      {isFailed && <p className="text-sm text-ink-soft">{texts.loadFailed}</p>}
      {chapter && <p className="text-sm text-ink-soft">{chapter.copyright || version.copyright}</p>}
    </section>
  );
}
