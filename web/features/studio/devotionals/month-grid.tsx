import { Check, CircleDashed, Clock3, Minus, PencilLine } from "lucide-react";
import { type DayState, countMissing, type PlannedDay } from "./month-plan.domain.ts";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { dayName, monthInSentence, weekdayInitials } from "#shared/devotional/date-names.ts";
import { dayOfMonth, weekdayOffset } from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { StatusLabel, StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";

const SIGNS = {
  published: Check,
  scheduled: Clock3,
  draft: PencilLine,
  missing: CircleDashed,
  past: Minus,
} as const;

/** Icon of a day's state; the caller shows the text next to it or in the day's name. */
function DaySign({ state }: { state: DayState }) {
  const Sign = SIGNS[state];
  return <Sign aria-hidden className="size-4 shrink-0" />;
}

type MonthGridProps = {
  month: string;
  /** Language of the devotionals, not of the page. */
  language: Language;
  today: string;
  plan: readonly PlannedDay[];
  children: ReactNode;
};

const TONES: Readonly<Record<DayState, string>> = {
  published: "border-transparent bg-raised",
  scheduled: "border-transparent bg-raised",
  draft: "border-dashed border-danger text-danger",
  missing: "border-dashed border-danger text-danger",
  past: "border-transparent text-ink-soft",
};

/** Month in one language: each day with its state and a link to its editor. */
export function MonthGrid({ month, language, today, plan, children }: MonthGridProps) {
  const texts = useTexts(devotionalsMessages);
  const { language: pageLanguage } = useSite();
  const { name } = LANGUAGE_FACTS[language];
  const holes = countMissing(plan);
  return (
    <StudioCard
      title={texts.grid(name, monthInSentence(month, pageLanguage))}
      mark={<StatusLabel tone={holes === 0 ? "good" : "warn"} text={texts.holes(holes)} />}
    >
      <div aria-hidden className="grid grid-cols-7 gap-1 text-center text-xs text-ink-soft">
        {weekdayInitials(pageLanguage).map((initial, index) => (
          <span key={`${initial}-${index}`}>{initial}</span>
        ))}
      </div>
      {/* Two digits of large text fit a seventh of a phone's width. */}
      <ul className="mt-1 grid grid-cols-7 gap-1 text-[min(0.875rem,6vw)]">
        {Array.from({ length: weekdayOffset(month) }, (_, index) => (
          <li key={`blank-${index}`} aria-hidden />
        ))}
        {plan.map(({ day, state, title }) => (
          <li key={day}>
            <Link
              to={`/studio/devotionals/${day}#${language}`}
              aria-label={texts.dayLabel(
                dayName(day, pageLanguage),
                texts.states[state],
                title ?? "",
              )}
              aria-current={day === today ? "date" : undefined}
              className={clsx(
                "flex min-h-12 w-full flex-col items-center justify-center gap-0.5 rounded-lg border font-semibold even-figures hover:bg-line",
                TONES[state],
                day === today && "[box-shadow:inset_0_0_0_2px_var(--gold)]",
              )}
            >
              {dayOfMonth(day)}
              <DaySign state={state} />
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </StudioCard>
  );
}

const LEGEND_STATES = ["published", "scheduled", "draft", "missing"] as const;

/** Explains the icons of the states. */
export function MonthLegend() {
  const { legend, states } = useTexts(devotionalsMessages);
  return (
    <ul aria-label={legend} className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-soft">
      {LEGEND_STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <DaySign state={state} />
          {states[state]}
        </li>
      ))}
    </ul>
  );
}
