import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";

type TwoColumnsProps = {
  aside: ReactNode;
  /** What stands below the days. */
  reminders: ReactNode;
  settings: ReactNode;
  children: ReactNode;
};

/** Days at the side, what is read in the middle; on small screens the reading comes first. */
export function TwoColumns({ aside, reminders, settings, children }: TwoColumnsProps) {
  return (
    <>
      {settings}
      <div className="grid items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-10">
        <div className="min-w-0">{children}</div>
        <div className="lg:sticky lg:top-32 lg:order-first">
          <div className="rounded-card border border-line bg-surface p-4 sm:p-5">{aside}</div>
          {reminders}
        </div>
      </div>
    </>
  );
}

/** Links to the days before and after, below what is read. */
export function Neighbours({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex min-h-11 flex-wrap justify-between gap-3">{children}</div>;
}

/** A link to the day before or after. */
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
    <Link
      to={to}
      preventScrollReset
      className={buttonStyle("outline", direction === "on" ? "ml-auto" : undefined)}
    >
      {direction === "back" && <ChevronLeft aria-hidden className="size-4" />}
      {text}
      {direction === "on" && <ChevronRight aria-hidden className="size-4" />}
    </Link>
  );
}
