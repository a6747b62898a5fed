import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, FileUp } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { monthInSentence, monthName, dayName } from "#shared/devotional/date-names.ts";
import {
  calendarDay,
  monthAfter,
  monthOf,
  devotionalId,
  dayAfter,
  isCalendarDay,
} from "#shared/devotional/devotional-date.ts";
import { type Language, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { useClient, useSubpath } from "#web/features/studio/kit/studio-context.ts";
import { StudioFailed, StudioLoading, StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import {
  useFailureToast,
  usePublishMany,
  useStudioToast,
} from "#web/features/studio/kit/use-publish-action.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import {
  changeOf,
  countMissing,
  type PlannedDay,
  planMonth,
  yearBefore,
} from "./month-plan.domain.ts";
import { monthDraftsQuery, monthQuery, readDocumentStates } from "./devotionals.data.ts";
import { MonthGrid, MonthLegend } from "./month-grid.tsx";
import { DayEditor } from "./day-editor.tsx";
import { useWrittenTexts } from "./start-from.tsx";
import { ImportPage } from "./import/import-page.tsx";

const MONTH_PARAMETER = "month";
const MONTH = /^2\d{3}-(?:0[1-9]|1[0-2])$/;

/** Month in each language, with its missing days. */
export function MonthPage() {
  const texts = useTexts(devotionalsMessages);
  const { language } = useSite();
  const open = useClient();
  const parameters = useSearchParameters();
  const navigate = useNavigate();
  const [nowMs] = useState(() => Date.now());
  const today = calendarDay(nowMs);
  const named = parameters.get(MONTH_PARAMETER) ?? "";
  const month = MONTH.test(named) ? named : monthOf(today);
  const documents = useQuery(monthQuery(open, month));
  const drafts = useQuery(monthDraftsQuery(open, month));
  const turnTo = (other: string): void =>
    void navigate({ search: other === monthOf(today) ? "" : `${MONTH_PARAMETER}=${other}` });

  function planOf(gridLanguage: Language): PlannedDay[] {
    return planMonth(month, {
      documents: documents.data ?? [],
      drafts: drafts.data ?? [],
      language: gridLanguage,
      today,
      nowMs,
    });
  }

  return (
    <StudioPage
      title={texts.title}
      intro={texts.intro}
      actions={
        <Link to="/studio/devotionals/import" className={buttonStyle("outline")}>
          <FileUp aria-hidden className="size-4" />
          {texts.import}
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={texts.previousMonth} onClick={() => turnTo(monthAfter(month, -1))}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
        <p aria-live="polite" className="min-w-32 text-center text-lg font-bold tracking-tight">
          {monthName(month, language)}
        </p>
        <IconButton label={texts.nextMonth} onClick={() => turnTo(monthAfter(month, 1))}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
        {month !== monthOf(today) && (
          <button
            type="button"
            onClick={() => turnTo(monthOf(today))}
            className={buttonStyle("outline")}
          >
            {texts.thisMonth}
          </button>
        )}
      </div>
      {documents.isError ? (
        <StudioFailed onRetry={() => void documents.refetch()} />
      ) : documents.data === undefined ? (
        <StudioLoading />
      ) : (
        <>
          <div className="grid gap-5 grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))]">
            {LANGUAGES.map((gridLanguage) => {
              const plan = planOf(gridLanguage);
              return (
                <MonthGrid
                  key={gridLanguage}
                  month={month}
                  language={gridLanguage}
                  today={today}
                  plan={plan}
                >
                  {countMissing(plan) > 0 && (
                    <FillButton key={month} month={month} language={gridLanguage} plan={plan} />
                  )}
                </MonthGrid>
              );
            })}
          </div>
          <MonthLegend />
        </>
      )}
    </StudioPage>
  );
}

type FillProps = { month: string; language: Language; plan: readonly PlannedDay[] };

/** Fills missing days with the devotionals of the year before. */
function FillButton({ month, language, plan }: FillProps) {
  const texts = useTexts(devotionalsMessages);
  const { language: pageLanguage } = useSite();
  const open = useClient();
  const toast = useStudioToast();
  const showFailure = useFailureToast();
  const publishMany = usePublishMany();
  const source = monthAfter(month, -12);
  const sourceName = monthInSentence(source, pageLanguage);

  async function fill(): Promise<void> {
    const missing = plan.filter(({ state }) => state === "missing").map(({ day }) => day);
    const wanted = missing.flatMap((day) => [
      devotionalId(day, language),
      devotionalId(yearBefore(day), language),
    ]);
    const states = await readDocumentStates(open, wanted);
    if (!states.ok) {
      showFailure(states.failure);
      return;
    }
    const changes = missing.flatMap((day) => {
      const before = states.value.get(devotionalId(yearBefore(day), language));
      if (!before?.body) return [];
      const { publishAt: _, ...body } = before.body;
      const version = states.value.get(devotionalId(day, language))?.version ?? 0;
      return [changeOf({ day, language, body }, version)];
    });
    if (changes.length === 0) {
      toast({
        tone: "danger",
        title: texts.nothingToCopy,
        text: texts.nothingToCopyText(sourceName),
      });
      return;
    }
    await publishMany(changes, {
      summary: texts.copySummary(
        changes.length,
        monthInSentence(month, pageLanguage),
        LANGUAGE_FACTS[language].name,
      ),
      done: texts.copiedMonth(changes.length),
      conflict: { title: texts.file.conflict, text: texts.file.conflictText },
    });
  }

  return (
    <button type="button" onClick={() => void fill()} className={buttonStyle("outline", "mt-4")}>
      {texts.copyMonth(sourceName)}
    </button>
  );
}

/** One day in all languages: side by side on wide screens, stacked on phones. */
function DayPage({ day }: { day: string }) {
  const texts = useTexts(devotionalsMessages);
  if (isCalendarDay(day)) return <KnownDay key={day} day={day} />;
  return (
    <StudioPage title={texts.title} intro={texts.noSuchDay}>
      <Link to="/studio/devotionals" className={buttonStyle("brand", "self-start")}>
        {texts.backToMonth}
      </Link>
    </StudioPage>
  );
}

function KnownDay({ day }: { day: string }) {
  const texts = useTexts(devotionalsMessages);
  const { language } = useSite();
  const written = useWrittenTexts();
  const { hash } = useLocation();
  // First, because the other form would move it down as it loads.
  const first = LANGUAGES.find((one) => hash === `#${one}`) ?? language;
  return (
    <StudioPage
      title={dayName(day, language)}
      actions={
        <>
          <Link to={`/studio/devotionals?month=${monthOf(day)}`} className={buttonStyle("outline")}>
            {texts.backToMonth}
          </Link>
          <DayStep day={dayAfter(day, -1)} direction="back" />
          <DayStep day={dayAfter(day, 1)} direction="on" />
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {[first, ...LANGUAGES.filter((one) => one !== first)].map((one) => (
          <DayEditor key={one} day={day} language={one} others={written} />
        ))}
      </div>
    </StudioPage>
  );
}

function DayStep({ day, direction }: { day: string; direction: "back" | "on" }) {
  const texts = useTexts(devotionalsMessages);
  const Icon = direction === "back" ? ChevronLeft : ChevronRight;
  return (
    <Link
      to={`/studio/devotionals/${day}`}
      aria-label={direction === "back" ? texts.previousDay : texts.nextDay}
      className={buttonStyle("outline", "px-3")}
    >
      <Icon aria-hidden className="size-5" />
    </Link>
  );
}

/** Routes of the devotionals: a month, a day, the import. */
export function DevotionalsPage() {
  const [name] = useSubpath();
  if (name === undefined) return <MonthPage />;
  return name === "import" ? <ImportPage /> : <DayPage day={name} />;
}
