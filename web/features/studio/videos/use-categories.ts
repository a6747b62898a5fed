import { useQuery } from "@tanstack/react-query";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { documentsQuery } from "#web/features/studio/kit/documents.data.ts";
import { fileQuery } from "#web/features/studio/kit/file-defaults.data.ts";
import { useClient } from "#web/features/studio/kit/studio-context.ts";
import { useSite } from "#web/lib/site.ts";
import { type ListedCategory, listCategories } from "./category-list.domain.ts";

type Categories =
  | { status: "loading" }
  | { status: "failed"; retry: () => void }
  | { status: "ready"; categories: readonly ListedCategory[] };

/** All categories with what is published of them. */
export function useCategories(): Categories {
  const { api } = useSite();
  const open = useClient();
  const file = useQuery(fileQuery(api, open));
  const documents = useQuery(documentsQuery(open, "category"));
  if (file.data && documents.data) {
    return { status: "ready", categories: listCategories(file.data, documents.data) };
  }
  if (!file.isError && !documents.isError) return { status: "loading" };
  function retry(): void {
    void file.refetch();
    void documents.refetch();
  }
  return { status: "failed", retry };
}

/** What a category is called on this page. */
export function useNameOf(): (category: Pick<ListedCategory, "id" | "facts">) => string {
  const { language } = useSite();
  return ({ id, facts }) => categoryWords(id, categoryFactsIn(facts, language), language).title;
}
