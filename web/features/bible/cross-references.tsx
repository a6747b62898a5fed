import {
  keepPreviousData,
  queryOptions,
  useQuery,
  type UseQueryOptions,
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
import { addressOf } from "./bible-address.domain.ts";

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
type ReferencesKey = ["bible", "references", string, string, number, number, number];

function referencesQuery(
  api: Api,
  { version, place, verse, limit }: Asked,
): UseQueryOptions<Answer, Error, Answer, ReferencesKey> {
  const { book, chapter } = place;
  const asked = new URLSearchParams({
    book: book.id,
    chapter: String(chapter),
    verse: String(verse),
    translation: version,
    limit: String(limit),
  });
  const queryKey: ReferencesKey = ["bible", "references", version, book.id, chapter, verse, limit];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      v.parse(
        crossReferencesSchema,
        await api.getJson(`/api/bible/v1/references?${asked}`, signal),
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}
