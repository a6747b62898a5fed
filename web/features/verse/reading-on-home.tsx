import { BookMarked, CalendarCheck } from "lucide-react";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { VerseOfDay } from "./verse-of-day.tsx";

const LINK = "inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline";

/** The day's verse on Home, with links to reading plans and marks. */
export function ReadingOnHome() {
  const texts = useTexts(readingLinkMessages);
  return (
    <div className="flex min-w-0 grow flex-col">
      <div className="flex grow">
        <VerseOfDay />
      </div>
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <Link to="/bible/plans" className={LINK}>
            <CalendarCheck aria-hidden className="size-5" />
            {texts.plans}
          </Link>
        </li>
        <li>
          <Link to="/bible/marks" className={LINK}>
            <BookMarked aria-hidden className="size-5" />
            {texts.marks}
          </Link>
        </li>
      </ul>
    </div>
  );
}
