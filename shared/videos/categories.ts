/**
 * The nine video categories (S2.82): one table that the home rows, the category
 * grid, the category pages, the sitemap and `ministry.json` are built from.
 */

/** Stable key of a category; also the key of its playlist in `ministry.json`. */
export type CategoryId =
  | "sermons"
  | "prophecies"
  | "prophecy-confirmations"
  | "testimonies"
  | "personal-prophecies"
  | "humanitarian"
  | "movies"
  | "music"
  | "announcements";

export type Category = {
  id: CategoryId;
  /** Route of the full list; prophecy confirmations live under their own prefix by specification. */
  path: string;
};

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
] as const satisfies readonly Category[];

export const CATEGORY_IDS = CATEGORIES.map((category) => category.id);

/** The five rows of Home, in order (S2.40). */
export const HOME_ROW_CATEGORY_IDS = [
  "sermons",
  "prophecies",
  "prophecy-confirmations",
  "movies",
  "music",
] as const satisfies readonly CategoryId[];

/** The category with this id. */
export function categoryById(id: CategoryId): Category {
  const category = CATEGORIES.find((candidate) => candidate.id === id);
  if (!category) throw new Error(`Unknown category "${id}"`);
  return category;
}
