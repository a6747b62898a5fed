import { ChevronLeft, ChevronRight } from "lucide-react";
import { dayName } from "#shared/devotional/date-names.ts";
import { dayAfter, isCalendarDay, monthOf } from "#shared/devotional/devotional-date.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { StudioPage } from "#web/features/studio/kit/studio-page.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { DayEditor } from "./day-editor.tsx";
import { useWrittenTexts } from "./start-from.tsx";
import { useSubpath } from "#web/features/studio/kit/studio-context.ts";
import { ImportPage } from "./import/import-page.tsx";
import { MonthPage } from "./month-page.tsx";

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
        {LANGUAGES.map((one) => (
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
