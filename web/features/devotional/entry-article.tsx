import type { ReactNode } from "react";
import type { DevotionalEntry } from "#shared/devotional/devotional.ts";
import { ReadingBody } from "#web/ui/reading/reading-body.tsx";
import { TextSizeControl } from "#web/ui/text-size-control.tsx";
import { ReadingBar } from "./page-parts.tsx";
import { useReadMark } from "./use-read-days.ts";

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
    <article
      data-printed
      aria-labelledby="devotional-title"
      className="rounded-card border border-line bg-surface px-5 py-7 shadow-card sm:px-10 sm:py-10"
    >
      <div className="mx-auto flex max-w-[38rem] flex-col">
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
