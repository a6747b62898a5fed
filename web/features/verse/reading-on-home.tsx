import { BookMarked, CalendarCheck } from "lucide-react";
import { useMessages } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { VerseOfDay } from "./verse-of-day.tsx";

const LINK = "inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline";

/** The day's verse on Home, and the ways to reading plans and marks. */
export function ReadingOnHome() {
  const { shell } = useMessages();
  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex grow">
        <VerseOfDay />
      </div>
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <Link to="/bible/plans" className={LINK}>
            <CalendarCheck aria-hidden className="size-5" />
            {shell.readingPlans}
          </Link>
        </li>
        <li>
          <Link to="/bible/marks" className={LINK}>
            <BookMarked aria-hidden className="size-5" />
            {shell.myMarks}
          </Link>
        </li>
      </ul>
    </div>
  );
}
