import { PageHead } from "#web/app/head/page-head.tsx";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { CategoryGrid } from "#web/features/videos/category-grid.tsx";
import { useTexts } from "#web/lib/site.ts";

export function Component() {
  const { list } = useTexts(categoryMessages);
  return (
    <>
      <PageHead title={list.vodTitle} description={list.vodDescription} />
      <CategoryGrid />
    </>
  );
}
