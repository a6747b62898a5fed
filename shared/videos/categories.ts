/**
 * The video categories (S2.82): nine come with the product, and the studio adds others, renames, orders and
 * hides them. Home's rows, the grid, the pages, the sitemap and search are built from `categoriesOf`.
 */

/** Stable key of a category; also the key of its playlist in `ministry.json`. */
export type CategoryId = string;

export type Category = {
  id: CategoryId;
  /** Route of the full list; prophecy confirmations live under their own prefix by specification. */
  path: string;
  playlistId: string;
};

/** What the studio says of a category; what is absent is the product's. */
export type CategoryFacts<Words> = {
  title?: Words | undefined;
  description?: Words | undefined;
  /** Its place among the others, from 0 on; those of one place stand as they come. */
  position?: number | undefined;
  isHidden?: boolean | undefined;
};

/** Those of the product, in its order. */
export const CATEGORIES = [
  { id: "sermons", path: "/videos/sermons" },
  { id: "prophecies", path: "/videos/prophecies" },
  { id: "prophecy-confirmations", path: "/video-categories/prophecy-confirmations" },
  { id: "testimonies", path: "/videos/testimonies" },
  { id: "personal-prophecies", path: "/videos/personal-prophecies" },
  { id: "humanitarian", path: "/videos/humanitarian" },
  { id: "movies", path: "/videos/movies" },
  { id: "music", path: "/videos/music" },
  { id: "announcements", path: "/videos/announcements" },
] as const;

export type BuiltInCategoryId = (typeof CATEGORIES)[number]["id"];

export const CATEGORY_IDS = CATEGORIES.map((category) => category.id);

/** The five rows of Home, in order (S2.40). */
export const HOME_ROW_CATEGORY_IDS = [
  "sermons",
  "prophecies",
  "prophecy-confirmations",
  "movies",
  "music",
] as const satisfies readonly BuiltInCategoryId[];

type HomeRowId = (typeof HOME_ROW_CATEGORY_IDS)[number];

type Listed = {
  /** Playlist id by category. */
  playlists: Readonly<Record<CategoryId, string>>;
  categories?: Readonly<Record<CategoryId, CategoryFacts<unknown>>> | undefined;
};

/** All categories in their order, also those that are not shown. */
export function arrangedCategories({
  playlists,
  categories = {},
}: Listed): (Category & { isHidden: boolean })[] {
  const added = Object.keys(playlists).filter(
    (id) => !CATEGORIES.some((category) => category.id === id),
  );
  return [...CATEGORIES, ...added.map((id) => ({ id, path: `/videos/${id}` }))]
    .map(({ id, path }, index) => ({
      category: { id, path, playlistId: playlists[id] ?? "" },
      place: categories[id]?.position ?? index,
      isHidden: categories[id]?.isHidden === true,
    }))
    .filter(({ category }) => category.playlistId !== "")
    .toSorted((a, b) => a.place - b.place)
    .map(({ category, isHidden }) => ({ ...category, isHidden }));
}

/** The categories that are shown, in their order. */
export function categoriesOf(listed: Listed): Category[] {
  return arrangedCategories(listed)
    .filter(({ isHidden }) => !isHidden)
    .map(({ isHidden: _shown, ...category }) => category);
}

/** The rows of Home: those of the specification, without what is hidden. */
export function homeRows(listed: Listed): (Category & { id: HomeRowId })[] {
  const shown = categoriesOf(listed);
  return HOME_ROW_CATEGORY_IDS.flatMap((id) => {
    const category = shown.find((one) => one.id === id);
    return category ? [{ ...category, id }] : [];
  });
}

/** The category whose page has this path, without the language's prefix; null where none is shown there. */
export function categoryAt(listed: Listed, path: string): Category | null {
  return categoriesOf(listed).find((category) => category.path === path) ?? null;
}

/** The shown category with this id. */
export function categoryNamed(listed: Listed, id: CategoryId): Category | null {
  return categoriesOf(listed).find((category) => category.id === id) ?? null;
}

/** The playlist of a category; "" for one that is not there any more, which no list has. */
export function playlistOf({ playlists }: Pick<Listed, "playlists">, id: CategoryId): string {
  return playlists[id] ?? "";
}
