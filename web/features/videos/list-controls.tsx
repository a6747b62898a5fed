import { clsx } from "clsx";
import { ChevronDown, ChevronLeft, ChevronRight, SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { languageOf, LANGUAGE_FACTS } from "#shared/languages.ts";
import { searchOf } from "#shared/site/page-parameters.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import type { FilterName } from "#shared/videos/filter-names.ts";
import {
  type Filter,
  LENGTH_IDS,
  type LengthId,
  withFilter,
  withoutFilters,
} from "#shared/videos/video-filters.domain.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { PAGE_NUMBER_WINDOW } from "#shared/constants.ts";
import { pageNumbers } from "./page-window.domain.ts";

/**
 * A button with the filters of a list: properties in which its videos differ. The choice is in the
 * URL. Without script the form submits to the server.
 */
export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const texts = useTexts(categoryMessages).list.filters;
  const term = usePageParameters().get("q");
  const menuRef = useRef<HTMLDetailsElement>(null);
  useCloseOutside(menuRef);
  if (filters.length === 0) return null;
  const count = chosenCount(filters);
  return (
    <details ref={menuRef} className="shrink-0 sm:relative">
      <summary
        className={buttonStyle(
          count > 0 ? "quiet" : "outline",
          "cursor-pointer max-xs:px-3 [&::-webkit-details-marker]:hidden",
        )}
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        <span className="max-xs:sr-only">{texts.all}</span>
        {count > 0 && (
          <span className="rounded-full bg-brand px-2 text-xs leading-5 text-on-brand">
            {count}
          </span>
        )}
      </summary>
      <form
        aria-label={texts.all}
        className="absolute top-full right-0 z-20 mt-2 flex w-full max-w-xs flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:w-72"
      >
        {term !== null && <input type="hidden" name="q" value={term} />}
        {filters.map((filter) => (
          <FilterChoice key={filter.name} filter={filter} />
        ))}
        <noscript>
          <button type="submit" className="min-h-11 px-4 text-sm font-semibold text-brand">
            {texts.apply}
          </button>
        </noscript>
      </form>
    </details>
  );
}

function chosenCount(filters: readonly Filter[]): number {
  return filters.filter(({ chosen }) => chosen !== "").length;
}

/** Closes a menu by a press elsewhere, and by Escape, which returns the focus to its button. */
function useCloseOutside(menuRef: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    function close({ type, target, key }: Event & { key?: string }): void {
      const menu = menuRef.current;
      if (menu?.open !== true) return;
      const isInside = target instanceof Node && menu.contains(target);
      if (type === "keydown" ? key !== "Escape" : isInside) return;
      menu.open = false;
      if (isInside) menu.querySelector("summary")?.focus();
    }
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [menuRef]);
}

/** Removes all chosen filters from the URL; nothing without one. */
export function ClearFilters({ filters }: { filters: readonly Filter[] }) {
  const texts = useTexts(categoryMessages).list.filters;
  const parameters = usePageParameters();
  if (chosenCount(filters) === 0) return null;
  return (
    <Link
      to={{ search: searchOf(withoutFilters(parameters)) }}
      replace
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline"
    >
      <X aria-hidden className="size-4" />
      {texts.clear}
    </Link>
  );
}

/** One filter as the platform's select, for every screen and keyboard. */
function FilterChoice({ filter: { name, chosen, options } }: { filter: Filter }) {
  const { language } = useSite();
  const texts = useTexts(categoryMessages).list.filters;
  const parameters = useSearchParameters();
  const navigate = useNavigate();

  return (
    <span className="relative">
      <select
        name={name}
        aria-label={texts.names[name]}
        value={chosen}
        onChange={({ target: { value } }) =>
          void navigate(
            { search: withFilter(parameters, name, value).toString() },
            { replace: true, preventScrollReset: true },
          )
        }
        className={clsx(
          "h-11 w-full appearance-none truncate rounded-full border border-line pr-8 pl-4 text-base font-semibold",
          chosen === "" ? "bg-surface text-ink" : "bg-brand-soft text-brand",
        )}
      >
        <option value="">{texts.any[name]}</option>
        {options.map(({ value, count }) => (
          <option key={value} value={value}>
            {texts.option(
              valueText(name, value, texts.lengths),
              count.toLocaleString(LANGUAGE_FACTS[language].locale),
            )}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4"
      />
    </span>
  );
}

type LengthTexts = Readonly<Record<LengthId, string>>;

function valueText(name: FilterName, value: string, lengths: LengthTexts): string {
  switch (name) {
    case "lang":
      return languageName(value);
    case "year":
      return value;
    case "length": {
      const id = LENGTH_IDS.find((known) => known === value);
      return id ? lengths[id] : value;
    }
  }
}

/** Returns the native name of a language, or its tag. */
function languageName(tag: string): string {
  const known = languageOf(tag);
  if (known) return LANGUAGE_FACTS[known].name;
  // Older browsers have no names.
  if (!("DisplayNames" in Intl)) return tag;
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}

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
      className="mt-10 flex flex-wrap items-center justify-center gap-1 sm:gap-2"
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
  const style =
    "inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-sm font-semibold sm:px-5";
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
