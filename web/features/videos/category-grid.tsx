import { categoryMessages } from "#shared/messages/videos/category.ts";
import { Play } from "lucide-react";
import { categoriesOf, type Category } from "#shared/videos/categories.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useSearchTerm } from "#web/lib/navigation/use-search-term.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { matchesTerm } from "#shared/search/fold-text.ts";
import { CategoryPicture } from "./category-picture.tsx";
import "./category-grid.css";

/** All categories, filtered by title or description during typing. */
export function CategoryGrid() {
  const { ministry } = useSite();
  const { list: texts } = useTexts(categoryMessages);
  const wordsOf = useCategoryTexts();
  const [term, setTerm] = useSearchTerm();
  const shown = categoriesOf(ministry).filter(({ id }) => {
    const { title, description } = wordsOf(id);
    return matchesTerm(title, term) || matchesTerm(description, term);
  });
  return (
    <div className="page pb-16">
      <header className="pt-8 pb-6 lg:pt-12">
        <h1 tabIndex={-1} className="text-3xl font-extrabold tracking-tight sm:text-4xl">
          {texts.vodTitle}
        </h1>
        <p className="mt-2 max-w-prose text-lg text-ink-soft">{texts.vodDescription}</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <SearchField
            label={texts.searchCategories}
            clearLabel={texts.clearSearch}
            value={term}
            onChange={setTerm}
          />
          <p role="status" className="text-sm text-ink-soft">
            {shown.length > 0 && texts.categoryCount(shown.length)}
          </p>
        </div>
      </header>
      {shown.length === 0 ? (
        <p className="py-16 text-center text-lg text-ink-soft">{texts.noCategories(term)}</p>
      ) : (
        <CategoryCards shown={shown} />
      )}
    </div>
  );
}

function CategoryCards({ shown }: { shown: readonly Category[] }) {
  const { list: texts } = useTexts(categoryMessages);
  const wordsOf = useCategoryTexts();
  return (
    <ul className="category-tiles card-grid gap-3 sm:gap-4 md:grid-cols-3">
      {shown.map(({ id, path }) => (
        <li key={id}>
          <Link
            to={path}
            className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card"
          >
            <span className="block aspect-video overflow-hidden">
              <CategoryPicture id={id} />
            </span>
            <span className="flex grow flex-col gap-3 p-3 sm:p-5">
              <span className="min-w-0 grow">
                <span className="block text-sm leading-tight font-bold tracking-tight hyphens-auto sm:text-lg">
                  {wordsOf(id).title}
                </span>
                <span className="mt-1 block text-sm text-ink-soft">{wordsOf(id).description}</span>
              </span>
              <span
                className={buttonStyle(
                  "quiet",
                  "shrink-0 max-sm:px-3 sm:self-start group-hover:bg-brand group-hover:text-on-brand",
                )}
              >
                <Play aria-hidden className="size-4 fill-current" />
                {texts.watch}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
