import { CalendarCheck, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { readingLinkMessages } from "#shared/messages/reading/reading-links.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import "./devotional.css";

type TwoColumnsProps = {
  aside: ReactNode;
  /** Shown below the days. */
  reminders: ReactNode;
  settings: ReactNode;
  children: ReactNode;
};

/** Days at the side, the reading in the middle; on small screens the reading comes first. */
export function TwoColumns({ aside, reminders, settings, children }: TwoColumnsProps) {
  const readingRef = useStartOfReading();
  return (
    <>
      {settings}
      <div className="devotional-columns grid items-start gap-6">
        <div ref={readingRef} className="min-w-0">
          {children}
        </div>
        <div className="devotional-days">
          <div className="rounded-card border border-line bg-surface p-2">{aside}</div>
          <PlansLink />
          {reminders}
        </div>
      </div>
    </>
  );
}

function PlansLink() {
  const texts = useTexts(readingLinkMessages);
  return (
    <Link
      to="/bible/plans"
      className="mt-4 flex min-h-12 items-center gap-3 rounded-card border border-line bg-surface px-4 font-semibold hover:text-brand"
    >
      <CalendarCheck aria-hidden className="size-5 text-brand" />
      <span className="grow">{texts.plans}</span>
      <ChevronRight aria-hidden className="size-5 text-ink-soft" />
    </Link>
  );
}

/** Scrolls a linked day to its beginning, from any link on the page. */
function useStartOfReading(): RefObject<HTMLDivElement | null> {
  const readingRef = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const shownKey = useRef(key);
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    const reading = readingRef.current;
    if (reading && !isBackOrForward && reading.getBoundingClientRect().top < 0)
      reading.scrollIntoView();
  }, [key, isBackOrForward]);
  return readingRef;
}

/**
 * Actions on the reading, below its title. On small screens they stick to the bottom while any of
 * it is visible.
 */
export function ReadingBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-reading-bar
      className="reading-bar z-20 mt-5 flex flex-wrap items-center gap-2 print:hidden"
    >
      {children}
    </div>
  );
}

/** Returns the classes of a bar button that is icon-only where labels do not fit. */
export function readingButtonStyle(): string {
  return buttonStyle("quiet", "reading-button");
}

/** Links to the previous and next day, below the reading. */
export function Neighbours({ children }: { children: ReactNode }) {
  return <div className="day-links mt-5 grid min-h-11 gap-3">{children}</div>;
}

/** A link to the previous or next day. */
export function DayLink({
  direction,
  to,
  text,
}: {
  direction: "back" | "on";
  to: string;
  text: string;
}) {
  return (
    <Link to={to} preventScrollReset className={buttonStyle("outline", `day-link is-${direction}`)}>
      {direction === "back" && <ChevronLeft aria-hidden className="size-4" />}
      <span>{text}</span>
      {direction === "on" && <ChevronRight aria-hidden className="size-4" />}
    </Link>
  );
}
