import { BookOpen, FileText, Play, Sun } from "lucide-react";
import { searchMessages } from "#shared/messages/search.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { addressOfQuestion } from "./search-address.domain.ts";
import { deleteSearches, useSearchHistory } from "./search-history.ts";

const ICONS = [Play, Sun, BookOpen, FileText] as const;

/** Before a query: the last searches, examples and the kinds of content. */
export function SearchStart({ isTooShort }: { isTooShort: boolean }) {
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
              className="min-h-10 text-sm font-medium text-brand hover:underline"
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
