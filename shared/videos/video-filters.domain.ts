import type { Video } from "#shared/contracts/playlist-videos.ts";
import { MINUTE_S } from "@reign-tv/kit/durations.ts";
import { FILTER_NAMES, type FilterName } from "./filter-names.ts";
import { durationSeconds } from "./video-duration.domain.ts";

/** Under 5 minutes, 5 to 20, over 20. */
export const LENGTH_IDS = ["short", "medium", "long"] as const;

export type LengthId = (typeof LENGTH_IDS)[number];

const SHORT_BELOW_S = 5 * MINUTE_S;
const LONG_ABOVE_S = 20 * MINUTE_S;

/** Selected values by filter; absent filters are not applied. */
export type ChosenFilters = Readonly<Partial<Record<FilterName, string>>>;

/** A value with the number of videos that it would leave. */
type FilterOption = { value: string; count: number };

export type Filter = { name: FilterName; chosen: string; options: FilterOption[] };

/** Valid values of each filter. */
export const FILTER_VALUES: Readonly<Record<FilterName, RegExp>> = {
  lang: /^[a-z]{2,3}$/,
  year: /^(?:19|20)\d\d$/,
  length: /^(?:short|medium|long)$/,
};

/** Returns the selected filters of a query; invalid values are ignored. */
export function chosenFilters(parameters: URLSearchParams): ChosenFilters {
  const chosen = FILTER_NAMES.map((name) => [name, parameters.get(name) ?? ""] as const);
  return Object.fromEntries(chosen.filter(([name, value]) => FILTER_VALUES[name].test(value)));
}

/** Returns the query with one filter set, or removed by ""; the list returns to its first page. */
export function withFilter(
  parameters: URLSearchParams,
  name: FilterName,
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  next.delete("page");
  if (value === "") next.delete(name);
  else next.set(name, value);
  return next;
}

/** Returns the query without filters. */
export function withoutFilters(parameters: URLSearchParams): URLSearchParams {
  return FILTER_NAMES.reduce((rest, name) => withFilter(rest, name, ""), parameters);
}

/** Returns whether a video matches all selected filters. */
export function passesFilters(video: Video, chosen: ChosenFilters): boolean {
  return FILTER_NAMES.every(
    (name) => chosen[name] === undefined || valueOf(video, name) === chosen[name],
  );
}

/**
 * Returns the filters that would change a list, and the selected ones.
 *
 * @param all the whole list decides which filters are offered, so that they stay while the visitor
 * types
 * @param found results of the search; their options are counted
 */
export function offeredFilters(
  all: readonly Video[],
  found: readonly Video[],
  chosen: ChosenFilters,
): Filter[] {
  return FILTER_NAMES.flatMap((name) => {
    const values = new Set(all.map((video) => valueOf(video, name)));
    if (values.size < 2 && chosen[name] === undefined) return [];
    const { [name]: own = "", ...others } = chosen;
    const counts = new Map<string, number>(own === "" ? [] : [[own, 0]]);
    for (const video of found) {
      const value = valueOf(video, name);
      if (value === "" || !passesFilters(video, others)) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const options = [...counts].map(([value, count]) => ({ value, count }));
    return [{ name, chosen: own, options: options.toSorted(ORDER[name]) }];
  });
}

const ORDER: Readonly<Record<FilterName, (one: FilterOption, other: FilterOption) => number>> = {
  lang: (one, other) => other.count - one.count || one.value.localeCompare(other.value),
  year: (one, other) => Number(other.value) - Number(one.value),
  length: (one, other) => lengthOrder(one.value) - lengthOrder(other.value),
};

function lengthOrder(value: string): number {
  return LENGTH_IDS.findIndex((id) => id === value);
}

/** Returns the value of a video, or "" if unknown. */
function valueOf(video: Video, name: FilterName): string {
  switch (name) {
    case "lang":
      return video.language ?? "";
    case "year":
      return Date.parse(video.publishedAt) > 0 ? video.publishedAt.slice(0, 4) : "";
    case "length":
      return lengthOf(durationSeconds(video.duration));
  }
}

function lengthOf(seconds: number | null): LengthId | "" {
  if (seconds === null) return "";
  if (seconds < SHORT_BELOW_S) return "short";
  return seconds > LONG_ABOVE_S ? "long" : "medium";
}
