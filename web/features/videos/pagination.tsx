import { clsx } from "clsx";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { PAGE_NUMBER_WINDOW } from "#shared/constants.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { pageNumbers } from "./page-window.domain.ts";

type PaginationProps = {
  page: number;
  pageCount: number;
  /** Search part of a page's URL. */
  searchOf: (page: number) => string;
};

/** Previous, a sliding window of page numbers, next. Links, so that they work without script. */
export function Pagination({ page, pageCount, searchOf }: PaginationProps) {
  const { list } = useTexts(categoryMessages);
  if (pageCount < 2) return null;
  return (
    <nav
      aria-label={list.pagination}
      className="mt-10 flex flex-wrap items-center justify-center gap-2"
    >
      <StepLink to={page > 1 ? searchOf(page - 1) : null}>
        <ChevronLeft aria-hidden className="size-4" />
        {list.previous}
      </StepLink>
      {pageNumbers(page, pageCount, PAGE_NUMBER_WINDOW).map((number) => (
        <Link
          key={number}
          to={{ search: searchOf(number) }}
          aria-label={list.goToPage(number)}
          aria-current={number === page ? "page" : undefined}
          className={clsx(
            "inline-flex size-11 items-center justify-center rounded-full text-sm font-semibold even-figures",
            number === page ? "bg-brand text-on-brand" : "text-ink hover:bg-raised",
          )}
        >
          {number}
        </Link>
      ))}
      <StepLink to={page < pageCount ? searchOf(page + 1) : null}>
        {list.next}
        <ChevronRight aria-hidden className="size-4" />
      </StepLink>
    </nav>
  );
}

function StepLink({ to, children }: { to: string | null; children: ReactNode }) {
  const style = "inline-flex min-h-11 items-center gap-1 rounded-full px-4 text-sm font-semibold";
  if (to === null) {
    return (
      <span aria-disabled="true" className={clsx(style, "text-ink-soft opacity-50")}>
        {children}
      </span>
    );
  }
  return (
    <Link to={{ search: to }} className={clsx(style, "text-ink hover:bg-raised")}>
      {children}
    </Link>
  );
}
