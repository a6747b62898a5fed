import { clsx } from "clsx";
import { ArrowLeft, Megaphone, Podcast } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { categoriesOf, type Category } from "#shared/videos/categories.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { ICON_STYLE } from "#web/ui/button-style.ts";
import { FADING_ROW } from "#web/ui/fading-row.ts";
import { Link } from "#web/ui/link.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { agoText } from "#shared/videos/video-date.domain.ts";

type CategoryHeaderProps = {
  category: Category;
  /** Control at the end of the title's line. */
  action: ReactNode;
  /** Data about the list. */
  children: ReactNode;
};

/** Title and description of a category, the back link, and the links to other categories. */
export function CategoryHeader({ category, action, children }: CategoryHeaderProps) {
  const { list: texts } = useTexts(categoryMessages);
  const { title, description } = useCategoryTexts()(category.id);
  return (
    <header className="pt-2 pb-3 lg:pt-6">
      <div className="flex items-center gap-1">
        <Link
          to="/video-on-demand"
          aria-label={texts.backToVideos}
          title={texts.backToVideos}
          className={clsx(ICON_STYLE, "-ml-2.5")}
        >
          <ArrowLeft aria-hidden className="size-5" />
        </Link>
        <h1
          tabIndex={-1}
          className="min-w-0 grow text-2xl leading-tight font-extrabold tracking-tight sm:text-4xl"
        >
          {title}
        </h1>
        {action}
      </div>
      {category.id === "announcements" && (
        <h2 className="mt-1 flex items-center gap-2 font-sans font-semibold text-brand">
          <Megaphone aria-hidden className="size-5" />
          {texts.announcementsHeading}
        </h2>
      )}
      <p className="max-w-prose text-sm text-ink-soft sm:text-base">{description}</p>
      {children}
      <CategoryLinks current={category} />
    </header>
  );
}

/** All categories in one line, which scrolls: its end fades. */
function CategoryLinks({ current }: { current: Category }) {
  const { ministry } = useSite();
  const { list: texts } = useTexts(categoryMessages);
  const wordsOf = useCategoryTexts();
  const currentRef = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const link = currentRef.current;
    const line = link?.parentElement;
    if (!link || !line) return;
    // Scrolls the line only, not the page.
    line.scrollTo({ left: link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2 });
  }, []);

  return (
    <nav aria-label={texts.otherCategories} className={`relative mt-2 flex gap-2 ${FADING_ROW}`}>
      {categoriesOf(ministry).map(({ id, path }) => {
        const isCurrent = id === current.id;
        return (
          <Link
            key={id}
            ref={isCurrent ? currentRef : null}
            to={path}
            aria-current={isCurrent ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-11 shrink-0 items-center rounded-full border border-line px-4 text-sm font-semibold whitespace-nowrap",
              isCurrent ? "bg-brand text-on-brand" : "bg-surface hover:bg-raised",
            )}
          >
            {wordsOf(id).title}
          </Link>
        );
      })}
      <Link
        to="/podcasts"
        className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap hover:bg-raised"
      >
        <Podcast aria-hidden className="size-4" />
        {texts.podcasts}
      </Link>
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
