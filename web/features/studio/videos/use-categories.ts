import { useQuery } from "@tanstack/react-query";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { fileDefaultsQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { bothQueries, type ReadQuery } from "#web/features/studio/kit/read-query.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useSite } from "#web/lib/site.ts";
import { type ListedCategory, listCategories } from "./category-list.domain.ts";

/** Query of all categories with their published documents. */
export function useCategories(): ReadQuery<readonly ListedCategory[]> {
  const { api } = useSite();
  const open = useClient();
  const documents = useQuery(documentsQuery(open, "category"));
  return bothQueries(useQuery(fileDefaultsQuery(api, open)), documents, listCategories);
}

/** Returns the name of a category in the page's language. */
export function useNameOf(): (category: Pick<ListedCategory, "id" | "facts">) => string {
  const { language } = useSite();
  return ({ id, facts }) => categoryWords(id, categoryFactsIn(facts, language), language).title;
}
