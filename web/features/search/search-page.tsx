import { BookOpen, FileText, Play, Sun } from "lucide-react";
import { searchMessages } from "#shared/messages/search.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useTexts, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { addressOfQuestion } from "./search-address.domain.ts";
import { deleteSearches, useSearchHistory } from "./search-suggestions.ts";
import { useQuery } from "@tanstack/react-query";
import { AppError } from "#shared/errors.ts";
import { readQuestion, searchQuery } from "./search.data.ts";
import { SearchCombobox } from "./search-combobox.tsx";
import { SearchResults, type VideoListView } from "./search-results.tsx";

const ICONS = [Play, Sun, BookOpen, FileText] as const;

/** Before a query: the last searches, examples and the kinds of content. */
function SearchStart({ isTooShort }: { isTooShort: boolean }) {
  const texts = useTexts(searchMessages);
  const history = useSearchHistory();
  return (
    <>
      {isTooShort && (
        <p role="status" className="mb-6 text-ink-soft">
          {texts.tooShort}
        </p>
      )}
      {history.length > 0 && (
        <section aria-labelledby="recent-title" className="mb-8">
          <div className="flex flex-wrap items-center gap-x-4">
            <h2 id="recent-title" className="text-lg font-bold tracking-tight">
              {texts.recent}
            </h2>
            <button
              type="button"
              onClick={deleteSearches}
              className="min-h-11 text-sm font-medium text-brand hover:underline"
            >
              {texts.clearRecent}
            </button>
          </div>
          <Chips questions={history} />
          <p className="mt-2 text-sm text-ink-soft">{texts.recentNote}</p>
        </section>
      )}
      <section aria-labelledby="examples-title">
        <h2 id="examples-title" className="text-lg font-bold tracking-tight">
          {texts.examples.title}
        </h2>
        <Chips questions={texts.examples.questions} />
      </section>
      <section aria-labelledby="parts-title" className="mt-10">
        <h2 id="parts-title" className="text-lg font-bold tracking-tight">
          {texts.canSearch}
        </h2>
        <ul className="mt-3 grid gap-3 xs:grid-cols-2 lg:grid-cols-4">
          {texts.parts.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? FileText;
            return (
              <li key={title} className="rounded-card border border-line bg-surface p-4">
                <Icon aria-hidden className="size-6 text-brand" />
                <h3 className="mt-2 font-semibold">{title}</h3>
                <p className="mt-1 text-sm text-ink-soft">{text}</p>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}

function Chips({ questions }: { questions: readonly string[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question} className="min-w-0">
          <Link to={addressOfQuestion(question)} className={buttonStyle("quiet", "min-w-0")}>
            <span className="max-w-64 truncate">{question}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const TOO_MANY = 429;

/** Search page: the field, and the results of the query in the URL. */
export function SearchPage({ VideoList }: { VideoList: VideoListView }) {
  const site = useSite();
  const texts = useTexts(searchMessages);
  const parameters = useSearchParameters();
  const question = readQuestion(parameters);
  const { data, error, isPlaceholderData, refetch } = useQuery(searchQuery(site, question));
  const isCurrent = data !== undefined && question.isAsked && !error;
  return (
    <div className="page pb-16">
      <header className="pt-8 pb-6 lg:pt-10">
        <h1 tabIndex={-1} className="mb-4 text-3xl font-extrabold tracking-tight sm:text-4xl">
          {question.isAsked ? texts.resultsFor(question.text) : texts.title}
        </h1>
        <SearchCombobox key={question.text} initial={question.text} isInPage />
      </header>
      {!question.isAsked && <SearchStart isTooShort={question.text !== ""} />}
      {question.isAsked && !data && !error && (
        <p role="status" className="py-8 text-ink-soft">
          {texts.searching}
        </p>
      )}
      {question.isAsked && error && <Failed error={error} onRetry={() => void refetch()} />}
      {isCurrent && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-50" : undefined}>
          <SearchResults answer={data} question={question} VideoList={VideoList} />
        </div>
      )}
    </div>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useTexts(searchMessages);
  const isTooMany = error instanceof AppError && error.status === TOO_MANY;
  return (
    <div role="alert" className="rounded-card bg-danger-soft p-5 text-danger">
      <p>{isTooMany ? texts.tooMany : texts.failed}</p>
      <button type="button" onClick={onRetry} className={buttonStyle("outline", "mt-4")}>
        {texts.tryAgain}
      </button>
    </div>
  );
}
