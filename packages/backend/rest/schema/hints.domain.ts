import { editDistance } from "@reign-tv/kit/closest-match.ts";
import type { Routine, Schema } from "./schema.domain.ts";

/**
 * Suggestions for misspelled names, in PostgREST's words. They contain only names that the caller's
 * role may use, so that a guess reveals no table.
 */

/** Minimum similarity for tables and functions. */
const NAME_SHARE = 0.75;
/** Minimum similarity for parameters and embedded resources. */
const LOOSE_SHARE = 0.33;

export function tableHint(schema: Schema, name: string): string | null {
  const visible = [...schema.tables.keys()].filter((table) => isVisible(schema, table));
  const found = closestName(visible, name, NAME_SHARE);
  return found === null ? null : `Perhaps you meant the table '${schema.name}.${found}'`;
}

export function relationshipHint(schema: Schema, origin: string, target: string): string | null {
  const relationships = schema.relationships.get(origin);
  if (relationships === undefined) {
    const origins = [...schema.relationships.keys()].filter((name) => isVisible(schema, name));
    return suggestionFor(closestName(origins, origin, LOOSE_SHARE), origin);
  }
  const targets = relationships
    .map((relationship) => relationship.target.name)
    .filter((name) => isVisible(schema, name));
  if (targets.includes(target)) return null;
  return suggestionFor(closestName(targets, target, LOOSE_SHARE), target);
}

export function routineHint(schema: Schema, name: string, args: readonly string[]): string | null {
  const prefix = `Perhaps you meant to call the function ${schema.name}.`;
  const overloads = schema.routines.get(name) ?? [];
  if (overloads.length === 0) {
    const names = [...schema.routines]
      .filter(([, routines]) => routines.some((routine) => isCallable(schema, routine)))
      .map(([visible]) => visible);
    const found = closestName(names, name, NAME_SHARE);
    return found === null ? null : `${prefix}${found}`;
  }
  const lists = overloads
    .filter((routine) => isCallable(schema, routine))
    .map((routine) => listOf(routine.args.map((argument) => argument.name)));
  const found = closestName(lists, listOf(args), LOOSE_SHARE);
  return found === null ? null : `${prefix}${name}${found}`;
}

function suggestionFor(found: string | null, given: string): string | null {
  return found === null ? null : `Perhaps you meant '${found}' instead of '${given}'.`;
}

function isVisible(schema: Schema, table: string): boolean {
  return schema.tables.get(table)?.roles.includes(schema.role) === true;
}

function isCallable(schema: Schema, routine: Routine): boolean {
  return routine.roles.includes(schema.role);
}

function listOf(names: readonly string[]): string {
  return `(${names.toSorted().join(", ")})`;
}

/** Longer names are not compared, because they are not typing errors. */
const MAX_COMPARED_LENGTH = 200;

/**
 * Returns the most similar name, ignoring case. Similarity is 1 less the edit distance divided by
 * the longer length.
 *
 * @param minimum similarity, 0 to 1.
 */
export function closestName(
  names: Iterable<string>,
  wanted: string,
  minimum: number,
): string | null {
  if (wanted.length > MAX_COMPARED_LENGTH) return null;
  let best: { name: string; share: number } | null = null;
  for (const name of names) {
    const share = shareOf(name.toLowerCase(), wanted.toLowerCase());
    if (share < minimum) continue;
    if (best === null || share > best.share) best = { name, share };
  }
  return best?.name ?? null;
}

function shareOf(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - editDistance(one, other, longer) / longer;
}
