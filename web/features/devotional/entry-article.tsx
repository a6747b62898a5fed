import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { type DevotionalEntry, paragraphsOf } from "#shared/devotional/devotional.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { useTextSize } from "#web/base/reading/use-text-size.ts";
import { useTexts } from "#web/lib/site.ts";
import { TextSizeControl } from "#web/ui/text-size-control.tsx";
import { ReadingBar } from "./page-parts.tsx";
import { useReadMark } from "./use-read-days.ts";

type EntryArticleProps = {
  entry: DevotionalEntry;
  /** "Day 5", or a date. */
  dayLabel: string;
  /** Its own words instead of the fixed prompt. */
  reflection?: string | null;
  /** The calendar day that counts as read with it. */
  readDay: string;
  /** Buttons of the bar. */
  actions: ReactNode;
};

/** One devotional to read: day, title, verse, content and the Reflection prompt. */
export function EntryArticle({ entry, dayLabel, reflection, readDay, actions }: EntryArticleProps) {
  const texts = useTexts(devotionalMessages);
  const { className: textSize } = useTextSize();
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
        <blockquote
          className={`mt-7 border-l-4 border-gold bg-gold-soft py-4 pr-4 pl-5 font-serif leading-relaxed italic ${textSize}`}
        >
          {entry.verse}
        </blockquote>
        <div className={`mt-7 stack-5 font-serif leading-relaxed ${textSize}`}>
          {paragraphsOf(entry.content).map((paragraph) => (
            <p key={paragraph} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
        <section
          ref={end}
          aria-labelledby="reflection-title"
          className="mt-9 rounded-card bg-brand-soft px-5 py-5"
        >
          <h3 id="reflection-title" className="flex items-center gap-2 font-semibold text-brand">
            <Sparkles aria-hidden className="size-4" />
            {texts.reflection}
          </h3>
          <p className="mt-2 leading-relaxed">{reflection ?? texts.reflectionPrompt}</p>
        </section>
      </div>
    </article>
  );
}
