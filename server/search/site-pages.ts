import { LANGUAGES, type Language } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { searchPagesMessages } from "#shared/messages/search-pages.ts";
import type { PageHit } from "#shared/contracts/search.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { CATEGORIES, type CategoryId } from "#shared/videos/categories.ts";
import type { Findable } from "./text-index.ts";

/** The pages of the site in a language, and those of the ministry's own site that it links to. */
export function findablePages(
  { links }: Pick<Ministry, "links">,
  language: Language,
): Findable<PageHit>[] {
  const texts = searchPagesMessages[language];
  const { categories } = categoryMessages[language];
  const pages = Object.entries(texts.pages).map(([path, text]) => findable(path, text));
  const lists = CATEGORIES.map(({ id, path }) =>
    findable(path, { ...categories[id], words: categoryNames(id) }),
  );
  const elsewhere = LINKS.flatMap((link) => {
    const address = links[link];
    return address === undefined ? [] : [findable(address, texts.links[link])];
  });
  return [...pages, ...lists, ...elsewhere];
}

/** In every language: titles mix them, and so do questions. */
function categoryNames(id: CategoryId): string {
  return LANGUAGES.map((language) => categoryMessages[language].categories[id].title).join(" ");
}

const LINKS = ["prayerRequests", "aboutUs", "contactUs", "donate", "partnership"] as const;

function findable(
  address: string,
  { title, description, words }: { title: string; description: string; words: string },
): Findable<PageHit> {
  const item = { title, description, address };
  return { id: address, title, subject: words, body: description, publishedAt: "", item };
}
