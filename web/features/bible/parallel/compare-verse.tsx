import {
  keepPreviousData,
  useQuery,
  type UseQueryOptions,
  useQueries,
} from "@tanstack/react-query";
import { useId, useState } from "react";
import * as v from "valibot";
import { type BiblePlace, bookByAlias, placeName } from "#shared/bible/bible-books.ts";
import { isFree } from "#shared/bible/bible-versions.ts";
import { crossReferencesSchema } from "#shared/contracts/bible-responses.ts";
import { referencesMessages } from "#shared/messages/reading/references.ts";
import { KJV, type ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { ExternalLink, Link } from "#web/ui/link.tsx";
import { addressOf } from "#web/features/bible/bible-address.domain.ts";
import { fromPivot, type NumberedVerse, toPivot } from "#shared/bible/numbering/numbering.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { type Chapter, chapterQuery } from "#web/features/bible/bible.data.ts";
import { VerseText } from "#web/features/bible/text/verse-text.tsx";
import { useSecondVersions } from "./second-version-select.tsx";
import { useDisplayReport } from "#web/features/bible/use-display-report.ts";

type Answer = v.InferOutput<typeof crossReferencesSchema>;

/** Initial number per verse; the maximum is 97. */
const FIRST_LIMIT = 8;
const WHOLE_LIMIT = 100;

type CrossReferencesProps = {
  version: ReaderVersion;
  /** In the numbering of the version, as is the verse. */
  place: BiblePlace;
  verse: number;
};

/**
 * Cross-references of a verse, best first, with their text: from the current version where its
 * licence allows, else from the King James Version. Renders nothing without any.
 */
export function CrossReferences({ version, place, verse }: CrossReferencesProps) {
  const { api } = useSite();
  const texts = useTexts(referencesMessages);
  const titleId = useId();
  const [limit, setLimit] = useState(FIRST_LIMIT);
  // Licensed versions have the same numbering.
  const shown = isFree(version) ? version : KJV;
  const { data, isError, refetch } = useQuery(
    referencesQuery(api, { version: shown.id, place, verse, limit }),
  );
  if (isError) {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {texts.failed}{" "}
        <button type="button" onClick={() => void refetch()} className={buttonStyle("quiet")}>
          {texts.retry}
        </button>
      </p>
    );
  }
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby={titleId} className="text-sm">
      <h3 id={titleId} className="font-semibold">
        {texts.title}
      </h3>
      <ul className="mt-2 stack-3">
        {data.references.map((reference, index) => (
          <li key={index}>
            <Passage version={shown} reference={reference} />
          </li>
        ))}
      </ul>
      {data.references.length < data.total && (
        <button
          type="button"
          onClick={() => setLimit(WHOLE_LIMIT)}
          className={buttonStyle("outline", "mt-3")}
        >
          {texts.more}
        </button>
      )}
      <p className="mt-3 text-ink-soft">
        {texts.wordsOf(shown.name)} · {texts.from}{" "}
        <ExternalLink href={data.source_url} className="underline">
          {data.source}
        </ExternalLink>{" "}
        ({data.licence})
      </p>
    </section>
  );
}

type PassageProps = {
  version: ReaderVersion;
  reference: Answer["references"][number];
};

function Passage({ version, reference }: PassageProps) {
  const { language } = useSite();
  const { chapter, verse, last, text } = reference;
  const book = bookByAlias(reference.book);
  if (!book) return null;
  const end = last === null ? "…" : last === verse ? "" : `-${last}`;
  return (
    <>
      <Link
        to={`/bible${addressOf(version, { book, chapter }, verse)}`}
        className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline"
      >
        {`${placeName({ book, chapter }, language)}:${verse}${end}`}
      </Link>
      <p lang={version.language} className="line-clamp-3 font-serif leading-relaxed">
        {text}
      </p>
    </>
  );
}

type Asked = { version: string; place: BiblePlace; verse: number; limit: number };

function referencesQuery(
  api: Api,
  { version, place, verse, limit }: Asked,
): UseQueryOptions<Answer> {
  const { book, chapter } = place;
  const asked = new URLSearchParams({
    book: book.id,
    chapter: String(chapter),
    verse: String(verse),
    translation: version,
    limit: String(limit),
  });
  return {
    queryKey: ["bible", "references", version, book.id, chapter, verse, limit],
    queryFn: async ({ signal }) =>
      v.parse(
        crossReferencesSchema,
        await api.getJson(`/api/bible/v1/references?${asked}`, signal),
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  };
}

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
