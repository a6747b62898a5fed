import { clsx } from "clsx";
import { ArrowLeft, Megaphone } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { categoriesOf, type Category } from "#shared/videos/categories.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { agoText } from "#shared/videos/video-date.domain.ts";

type CategoryHeaderProps = {
  category: Category;
  /** Data about the list. */
  children: ReactNode;
};

/** Title and description of a category, the back link, and the links to other categories. */
export function CategoryHeader({ category, children }: CategoryHeaderProps) {
  const { list: texts } = useTexts(categoryMessages);
  const { title, description } = useCategoryTexts()(category.id);
  return (
    <header className="pt-6 pb-6 lg:pt-10">
      <Link
        to="/video-on-demand"
        className="inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-brand hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {texts.backToVideos}
      </Link>
      <h1 tabIndex={-1} className="mt-4 text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      {category.id === "announcements" && (
        <h2 className="mt-3 flex items-center gap-2 text-lg font-semibold text-brand">
          <Megaphone aria-hidden className="size-5" />
          {texts.announcementsHeading}
        </h2>
      )}
      <p className="mt-2 max-w-prose text-lg text-ink-soft">{description}</p>
      <CategoryLinks current={category} />
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
    </header>
  );
}

/** All categories; on phones in one line, which scrolls. */
function CategoryLinks({ current }: { current: Category }) {
  const { ministry } = useSite();
  const { list: texts } = useTexts(categoryMessages);
  const wordsOf = useCategoryTexts();
  const currentRef = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const link = currentRef.current;
    // Scrolls the line only, not the page.
    link?.parentElement?.scrollTo({ left: link.offsetLeft - link.offsetWidth });
  }, []);

  return (
    <nav
      aria-label={texts.otherCategories}
      className="relative mt-5 flex gap-2 overflow-x-auto py-1 sm:flex-wrap"
    >
      {categoriesOf(ministry).map(({ id, path }) => {
        const isCurrent = id === current.id;
        return (
          <Link
            key={id}
            ref={isCurrent ? currentRef : null}
            to={path}
            aria-current={isCurrent ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-10 shrink-0 items-center rounded-full border border-line px-4 text-sm font-semibold whitespace-nowrap",
              isCurrent ? "bg-brand text-on-brand" : "bg-surface hover:bg-raised",
            )}
          >
            {wordsOf(id).title}
          </Link>
        );
      })}
    </nav>
  );
}

/** Age of a list whose source cannot be read now ("Updated 3 hours ago"). */
export function StaleNote({ fetchedAt }: { fetchedAt: string }) {
  const { language } = useSite();
  const { list } = useTexts(categoryMessages);
  const now = useNow();
  if (now === null) return null;
  return (
    <p role="status" className="text-sm text-ink-soft">
      {list.updatedAgo(agoText(Date.parse(fetchedAt), now, language))}
    </p>
  );
}
