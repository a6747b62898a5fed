import { editDistance } from "./edit-distance.ts";

/** Most letters that may be wrong in a name for it to be taken for another one. */
const MAX_DISTANCE = 3;

/**
 * The name that somebody probably meant; null when none is near. Case does not matter.
 *
 * @param known in order of preference among names that are equally near.
 * @param maxDistance letters that may be wrong.
 */
export function nearestName(
  given: string,
  known: readonly string[],
  maxDistance = MAX_DISTANCE,
): string | null {
  const limit = Math.min(maxDistance, Math.ceil(given.length / 3));
  const ranked = known
    .map((name) => ({
      name,
      distance: editDistance(given.toLowerCase(), name.toLowerCase(), limit),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.name ?? null;
}

/** `did you mean "tagline"?`, or the names that there are. */
export function meantName(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === null ? `known are ${known.join(", ")}` : `did you mean "${nearest}"?`;
}
