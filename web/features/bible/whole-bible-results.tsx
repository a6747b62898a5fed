import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { type ReadSearch, readSearchSchema } from "#shared/contracts/bible-reader.ts";
import { AppError } from "#shared/errors.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import type { WholeSearch } from "./offline-search.ts";
import type { Api } from "#web/lib/http/http.ts";
import { useDeferredValue } from "react";
import { useLocation, useNavigate } from "react-router";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { bookByAlias, placeName } from "#shared/bible/bible-books.ts";
import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { isFree } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { MarkedText } from "#web/ui/marked-text.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { useBibleLocation } from "./use-bible-location.ts";
import { KJV, type ReaderVersion } from "#web/base/reading/bible-versions.data.ts";

/** A shorter term is too general. */
const MIN_TERM_LENGTH = 2;

/** The search, and the second version to show with it. */
type ParallelSearch = WholeSearch & { secondVersion: string | null };

/**
 * Searches a whole text: on the server, which also returns each verse in the second version, or
 * offline in the device's copy.
 */
function wholeSearchQuery(api: Api, sought: ParallelSearch): UseQueryOptions<ReadSearch> {
  const { version, secondVersion, term, limit } = sought;
  return {
    queryKey: ["bible", "search", version, secondVersion, term, limit],
    queryFn: ({ signal }) => search(api, sought, signal),
    enabled: term.trim().length >= MIN_TERM_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    networkMode: "always",
    retry: false,
  };
}

async function search(
  api: Api,
  { version, secondVersion, term, limit }: ParallelSearch,
  signal: AbortSignal,
): Promise<ReadSearch> {
  const query = new URLSearchParams({
    q: term,
    translation: version,
    ...(secondVersion !== null && { beside: secondVersion }),
    limit: String(limit),
  });
  const answer = api
    .getJson(`/api/bible/v1/search?${query}`, signal)
    .then((found) => v.parse(readSearchSchema, found));
  return answerOrKept(answer, async (error) => {
    const isUnanswered = error instanceof AppError && error.code === "network";
    if (!isUnanswered || signal.aborted) return null;
    const { searchOffline } = await import("./offline-search.ts");
    return searchOffline({ version, term, limit });
  });
}

type Open = ReturnType<typeof useBibleLocation>["open"];

const FIRST_LIMIT = 20;
const LIMIT_STEP = 40;
const MAX_LIMIT = 500;

type ResultsProps = {
  /** Version to search. */
  version: ReaderVersion;
  /** Shown with each verse, where its licence allows. */
  secondVersion: ReaderVersion | null;
  term: string;
  open: Open;
};

/** Search results of the whole Bible: their number, and the best of them. */
export function WholeBibleResults({ version, secondVersion, term, open }: ResultsProps) {
  const sought = useDeferredValue(term);
  if (sought.trim().length < MIN_TERM_LENGTH || readTypedReference(sought)) return null;
  const searched = isFree(version) ? version : KJV;
  const second =
    secondVersion && isFree(secondVersion) && secondVersion.id !== searched.id
      ? secondVersion
      : null;
  return <Results version={searched} secondVersion={second} term={sought} open={open} />;
}

function Results({ version, secondVersion, term, open }: ResultsProps) {
  const { api, language } = useSite();
  const texts = useTexts(bibleMessages);
  const [limit, setLimit] = useResultLimit();
  const { data, isError, isPlaceholderData } = useQuery(
    wholeSearchQuery(api, {
      version: version.id,
      secondVersion: secondVersion?.id ?? null,
      term,
      limit,
    }),
  );
  const hasMore = data !== undefined && data.hits.length < Math.min(data.total, MAX_LIMIT);
  return (
    <section aria-labelledby="results-title" className="mt-6">
      <h2 id="results-title" className="text-xl font-bold tracking-tight">
        {texts.wholeBible}
      </h2>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {isError && <span>{texts.searchFailed}</span>}
        {!isError && !data && <span>{texts.searching}</span>}
        {data?.total === 0 && <span>{texts.nothingFound(term)}</span>}
        {data !== undefined && data.total > 0 && (
          <span>
            <strong className="text-ink">
              {texts.found(
                data.total.toLocaleString(LANGUAGE_FACTS[language].locale),
                data.total === 1,
              )}
            </strong>
            <span>{` · ${texts.wholeBibleIn(version.name)}`}</span>
          </span>
        )}
      </p>
      <ul className="mt-4 grid gap-2" aria-busy={isPlaceholderData}>
        {data?.hits.map((hit) => (
          <Hit
            key={`${hit.ref.usfm} ${hit.ref.chapter}:${hit.ref.verse}`}
            version={version}
            secondVersion={secondVersion}
            hit={hit}
            open={open}
          />
        ))}
      </ul>
      {hasMore && (
        <button
          type="button"
          onClick={() => setLimit(Math.min(limit + LIMIT_STEP, MAX_LIMIT))}
          className={buttonStyle("outline", "mt-4")}
        >
          {texts.showMore}
        </button>
      )}
    </section>
  );
}

const limitSchema = v.object({
  results: v.pipe(v.number(), v.integer(), v.minValue(FIRST_LIMIT), v.maxValue(MAX_LIMIT)),
});

/**
 * Returns the number of shown results. It belongs to the visit: another term resets it, Back
 * restores it.
 */
function useResultLimit(): [number, (limit: number) => void] {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const asked = v.safeParse(limitSchema, state);
  const setLimit = (results: number) => {
    void navigate({ search }, { replace: true, preventScrollReset: true, state: { results } });
  };
  return [asked.success ? asked.output.results : FIRST_LIMIT, setLimit];
}

type HitProps = Omit<ResultsProps, "term"> & { hit: ReadSearch["hits"][number] };

function Hit({ version, secondVersion, hit, open }: HitProps) {
  const { language } = useSite();
  const book = bookByAlias(hit.ref.usfm);
  if (!book) return null;
  const place = { book, chapter: hit.ref.chapter };
  return (
    <li className="rounded-card bg-surface p-4">
      <button
        type="button"
        onClick={() => open({ version, place, verse: hit.ref.verse })}
        className="inline-flex min-h-6 items-center font-semibold text-brand hover:underline"
      >
        {placeName(place, language)}:{hit.ref.verse}
      </button>
      <p lang={version.language} className="mt-1 font-serif leading-relaxed">
        <MarkedText text={hit.text} marks={hit.ranges} />
      </p>
      {secondVersion && hit.beside && (
        <p lang={secondVersion.language} className="mt-1 font-serif leading-relaxed text-ink-soft">
          {hit.beside.text}{" "}
          <span className="font-sans text-sm">
            {hit.beside.chapter}:{hit.beside.verse} ({secondVersion.abbreviation})
          </span>
        </p>
      )}
    </li>
  );
}
