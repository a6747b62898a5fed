import type { Video } from "#shared/contracts/playlist-videos.ts";
import { MINUTE_S } from "#shared/durations.ts";
import { FILTER_NAMES, type FilterName } from "./filter-names.ts";
import { durationSeconds } from "./video-duration.domain.ts";

/** Under 5 minutes, from there to 20, over 20. */
export const LENGTH_IDS = ["short", "medium", "long"] as const;

export type LengthId = (typeof LENGTH_IDS)[number];

const SHORT_BELOW_S = 5 * MINUTE_S;
const LONG_ABOVE_S = 20 * MINUTE_S;

/** Chosen values, by filter; none for what is not narrowed down. */
export type ChosenFilters = Readonly<Partial<Record<FilterName, string>>>;

/** A value with the number of videos that choosing it would leave. */
type FilterOption = { value: string; count: number };

/** A filter to offer. */
export type Filter = { name: FilterName; chosen: string; options: FilterOption[] };

/** What a filter's value looks like. */
export const FILTER_VALUES: Readonly<Record<FilterName, RegExp>> = {
  lang: /^[a-z]{2,3}$/,
  year: /^(?:19|20)\d\d$/,
  length: /^(?:short|medium|long)$/,
};

/** What an address chooses. A value that no video could have chooses nothing. */
export function chosenFilters(parameters: URLSearchParams): ChosenFilters {
  const chosen = FILTER_NAMES.map((name) => [name, parameters.get(name) ?? ""] as const);
  return Object.fromEntries(chosen.filter(([name, value]) => FILTER_VALUES[name].test(value)));
}

/** What an address chooses when one filter is set to a value, or to "" for any; its list then begins anew. */
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

/** What an address chooses without any filter. */
export function withoutFilters(parameters: URLSearchParams): URLSearchParams {
  return FILTER_NAMES.reduce((rest, name) => withFilter(rest, name, ""), parameters);
}

/** True for a video that has every chosen value. */
export function passesFilters(video: Video, chosen: ChosenFilters): boolean {
  return FILTER_NAMES.every(
    (name) => chosen[name] === undefined || valueOf(video, name) === chosen[name],
  );
}

/**
 * The filters that would change a list: those by which its videos differ, and those that are chosen.
 *
 * @param all the whole list, which decides what is offered, so that nothing comes and goes while one types.
 * @param found what a search has left of it, of which the options count.
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

/** What a video has; "" where its source does not tell. */
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
