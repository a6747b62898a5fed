/**
 * Video categories (S2.82): nine come with the product; the studio adds, renames, orders and hides
 * them. Home's rows, the grid, the pages, the sitemap and search use `categoriesOf`.
 */

/** Stable key of a category; also the key of its playlist in `ministry.json`. */
export type CategoryId = string;

export type Category = {
  id: CategoryId;
  /**
   * Route of the full list. The specification puts prophecy confirmations under their own prefix.
   */
  path: string;
  playlistId: string;
};

/** Overrides of a category; absent fields are the product's. */
export type CategoryFacts<Words> = {
  title?: Words | undefined;
  description?: Words | undefined;
  /** Position from 0; categories with equal positions keep their order. */
  position?: number | undefined;
  isHidden?: boolean | undefined;
};

/** Categories of the product, in order. */
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

/** The bundled clips of a category have the playlist id `library-{category}`. */
export const LIBRARY_PLAYLIST_PREFIX = "library-";

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

/** Returns all categories in order, including hidden ones. */
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

/** Returns the visible categories in order. */
export function categoriesOf(listed: Listed): Category[] {
  return arrangedCategories(listed)
    .filter(({ isHidden }) => !isHidden)
    .map(({ isHidden: _shown, ...category }) => category);
}

/** Returns the visible rows of Home. */
export function homeRows(listed: Listed): (Category & { id: HomeRowId })[] {
  const shown = categoriesOf(listed);
  return HOME_ROW_CATEGORY_IDS.flatMap((id) => {
    const category = shown.find((one) => one.id === id);
    return category ? [{ ...category, id }] : [];
  });
}

/** Returns the visible category with this path (without the language prefix), or null. */
export function categoryAt(listed: Listed, path: string): Category | null {
  return categoriesOf(listed).find((category) => category.path === path) ?? null;
}

/** Returns the visible category with this id, or null. */
export function categoryNamed(listed: Listed, id: CategoryId): Category | null {
  return categoriesOf(listed).find((category) => category.id === id) ?? null;
}

/** Returns the playlist of a category, or "" if the category no longer exists. */
export function playlistOf({ playlists }: Pick<Listed, "playlists">, id: CategoryId): string {
  return playlists[id] ?? "";
}
