import type { Language } from "#shared/languages.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import type { PageHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { categoriesOf } from "#shared/videos/categories.ts";
import { categoryFactsIn, categoryWords } from "#shared/videos/category-words.ts";
import { categoryTitles } from "./category-titles.ts";
import type { SearchDocument } from "./text-index.ts";

/** The pages of the site in a language, and those of the ministry's own site that it links to. */
export function findablePages(
  ministry: Pick<Ministry, "links" | "playlists" | "categories">,
  language: Language,
): SearchDocument<PageHit>[] {
  const texts = searchPagesMessages[language];
  const pages = Object.entries(texts.pages).map(([path, text]) => findable(path, text));
  const lists = categoriesOf(ministry).map(({ id, path }) => {
    const facts = categoryFactsIn(ministry.categories?.[id], language);
    const words = categoryTitles(ministry, id);
    return findable(path, { ...categoryWords(id, facts, language), words });
  });
  const elsewhere = LINKS.flatMap((link) => {
    const address = ministry.links[link];
    return address === undefined ? [] : [findable(address, texts.links[link])];
  });
  return [...pages, ...lists, ...elsewhere];
}

const LINKS = ["prayerRequests", "aboutUs", "contactUs", "donate", "partnership"] as const;

function findable(
  address: string,
  { title, description, words }: { title: string; description: string; words: string },
): SearchDocument<PageHit> {
  const item = { title, description, address };
  return { id: address, title, subject: words, body: description, publishedAt: "", item };
}
