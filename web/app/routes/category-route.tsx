import { useLocation } from "react-router";
import { type Category, categoryAt } from "#shared/videos/categories.ts";
import { PageHead, VideoHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { CategoryPage, type ListHeadProps } from "#web/features/videos/category-page.tsx";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite } from "#web/lib/site.ts";
import { Component as NotFound } from "./not-found-route.tsx";

/** One component for all categories; the path selects one, or shows "not found". */
export function Component() {
  const { pathname } = useLocation();
  const { ministry } = useSite();
  const category = categoryAt(ministry, pathname);
  return category ? <ShownCategory category={category} /> : <NotFound />;
}

function ShownCategory({ category }: { category: Category }) {
  const follow = useWatchTracking();
  return (
    <CategoryPage key={category.id} category={category} onWatching={follow} Head={CategoryHead} />
  );
}

function CategoryHead({ category, openVideo, first }: ListHeadProps) {
  const wordsOf = useCategoryTexts();
  if (openVideo) return <VideoHead video={openVideo} />;
  return <PageHead {...wordsOf(category.id)} {...(first && { picture: first.thumbnail })} />;
}
