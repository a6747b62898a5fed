import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import type { ReactNode } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { ReadingBody } from "#web/ui/reading-body.tsx";
import { TextSizeControl } from "#web/ui/text-size-control.tsx";
import { ReadingBar } from "./page-parts.tsx";
import { useReadMark } from "./use-read-days.ts";

const CARD = "reading rounded-card border border-line bg-surface px-5";
const LINES = 7;

/** A day without a devotional. */
export function EmptyDay({ label, link }: { label: string; link?: string }) {
  const texts = useTexts(devotionalMessages);
  return (
    <section className={CARD}>
      <div className="mx-auto">
        <p className="text-sm font-semibold tracking-wide text-brand">{label}</p>
        <p role="status" className="mt-4 text-lg text-ink-soft">
          {texts.noEntry}
        </p>
        {link !== undefined && (
          <Link to={link} className={buttonStyle("brand", "mt-6")}>
            {texts.readToday}
          </Link>
        )}
      </div>
    </section>
  );
}

/** A loading day; with `onRetry`, a failed one. */
export function LoadingDay({ label, onRetry }: { label: string; onRetry?: () => void }) {
  const texts = useTexts(devotionalMessages);
  return (
    <section className={CARD} aria-busy={onRetry === undefined}>
      <div className="mx-auto">
        <p className="text-sm font-semibold tracking-wide text-brand">{label}</p>
        {onRetry ? (
          <div role="alert">
            <p className="mt-4 text-lg text-ink-soft">{texts.loadFailed}</p>
            <button type="button" onClick={onRetry} className={buttonStyle("brand", "mt-6")}>
              {texts.tryAgain}
            </button>
          </div>
        ) : (
          <div aria-hidden className="reading-lines mt-4 stack-4 motion-ok:animate-shimmer">
            {Array.from({ length: LINES }, (_, index) => (
              <div key={index} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

type EntryArticleProps = {
  entry: DevotionalEntry;
  /** "Day 5", or a date. */
  dayLabel: string;
  /** Its own text instead of the fixed prompt. */
  reflection?: string | null;
  /** The calendar day that is marked as read with it. */
  readDay: string;
  /** Buttons of the bar. */
  actions: ReactNode;
};

/** One devotional: day, title, verse, content and the reflection prompt. */
export function EntryArticle({ entry, dayLabel, reflection, readDay, actions }: EntryArticleProps) {
  const end = useReadMark(readDay);
  return (
    <article data-printed aria-labelledby="devotional-title" className={`${CARD} shadow-card`}>
      <div className="mx-auto flex flex-col">
        <p className="text-sm font-semibold tracking-wide text-brand">{dayLabel}</p>
        <h2
          id="devotional-title"
          className="mt-1 text-2xl leading-tight font-bold tracking-tight sm:text-3xl"
        >
          {entry.title}
        </h2>
        <ReadingBar>
          {actions}
          <TextSizeControl />
        </ReadingBar>
        <ReadingBody
          verse={entry.verse}
          content={entry.content}
          reflection={reflection ?? null}
          end={end}
        />
      </div>
    </article>
  );
}
