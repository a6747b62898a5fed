import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { searchMessages } from "#shared/messages/search.ts";
import { AppError } from "#shared/errors.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { readQuestion, searchQuery } from "./search.data.ts";
import { SearchCombobox } from "./search-combobox.tsx";
import { SearchResults, type VideoListView } from "./search-results.tsx";
import { SearchStart } from "./search-start.tsx";

const TOO_MANY = 429;

/** Search page: the field, and the results of the query in the URL. */
export function SearchPage({ VideoList }: { VideoList: VideoListView }) {
  const site = useSite();
  const texts = useTexts(searchMessages);
  const [parameters] = useSearchParams();
  const question = readQuestion(parameters);
  const { data, error, isPlaceholderData, refetch } = useQuery(searchQuery(site, question));
  const isCurrent = data !== undefined && question.isAsked && !error;
  return (
    <div className="page pb-16">
      <header className="pt-8 pb-6 lg:pt-10">
        <h1 tabIndex={-1} className="mb-4 text-2xl font-extrabold tracking-tight sm:text-3xl">
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
