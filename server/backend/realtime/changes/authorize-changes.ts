import pLimit from "p-limit";
import type { Caller } from "#server/database/caller.ts";
import type { Database } from "#server/database/database.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import type { ChangeRow } from "./change-rows.ts";
import type { Filter } from "./filter-grammar.domain.ts";
import type { FollowedTable } from "./published-tables.ts";
import { matchingRows, visibleRows } from "./matching-rows.ts";
import type { Subscription } from "./subscription.ts";

/** Changes of one table with those who want to hear of it. */
export type Case = {
  readonly table: FollowedTable;
  readonly changes: readonly ChangeRow[];
  readonly subscriptions: readonly Subscription[];
};

/** For each subscription the places of the changes that it is told. */
export type AuthorizedChanges = ReadonlyMap<Subscription, ReadonlySet<number>>;

type JudgeDatabase = Pick<Database, "realtime" | "asCaller">;

/** Questions about one change that may be under way at once; visitors need the other connections. */
const QUESTIONS_AT_ONCE = 2;

/**
 * Who is told of what: by kind of change, by conditions, then by row level security, which is asked once
 * for everybody with the same claims.
 *
 * @param onBadFilter told of a subscription whose conditions cannot be asked; it is told nothing.
 * @throws the database's error when it is away.
 */
export async function authorizeChanges(
  database: JudgeDatabase,
  judged: Case,
  onBadFilter: (subscription: Subscription) => void,
): Promise<AuthorizedChanges> {
  const matches = await judgeFilters(database, judged, onBadFilter);
  const { table, changes } = judged;
  const rights = new Map<string, { readonly caller: Caller; readonly places: Set<number> }>();
  if (table.isSecured) {
    for (const [subscription, places] of matches) {
      const { caller } = subscription.channel.identity;
      if (caller.role === "service_role") continue;
      const asked = rights.get(claimsKey(caller)) ?? { caller, places: new Set<number>() };
      for (const place of places) if (isAsked(table, changes[place])) asked.places.add(place);
      rights.set(claimsKey(caller), asked);
    }
  }
  const limit = pLimit(QUESTIONS_AT_ONCE);
  const visible = new Map(
    await Promise.all(
      [...rights].map(([key, { caller, places }]) =>
        limit(async () => [key, await ask(database, caller, judged, [...places])] as const),
      ),
    ),
  );
  return new Map(
    [...matches].map(([subscription, places]) => {
      const seen = visible.get(claimsKey(subscription.channel.identity.caller));
      const told = [...places].filter(
        (place) => seen === undefined || !isAsked(table, changes[place]) || seen.has(place),
      );
      return [subscription, new Set(told)];
    }),
  );
}

/** A deleted row cannot be asked for any more, and one without a key neither. */
function isAsked(table: FollowedTable, change: ChangeRow | undefined): boolean {
  return change?.action !== "DELETE" && table.columns.some(({ isKey }) => isKey);
}

function claimsKey({ claims }: Caller): string {
  return JSON.stringify(claims);
}

/** A policy that fails shows nothing. */
async function ask(
  database: JudgeDatabase,
  caller: Caller,
  { table, changes }: Case,
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  if (places.length === 0) return new Set();
  try {
    return await visibleRows(database, caller, table, changes, places);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return new Set();
  }
}

async function judgeFilters(
  database: JudgeDatabase,
  { table, changes, subscriptions }: Case,
  onBadFilter: (subscription: Subscription) => void,
): Promise<Map<Subscription, readonly number[]>> {
  const lists = new Map<string, readonly Filter[]>();
  for (const { wish } of subscriptions) {
    if (wish.filters.length > 0) lists.set(JSON.stringify(wish.filters), wish.filters);
  }
  const matched = await matchLists(database, table, changes, lists);
  const wanted = new Map<Subscription, readonly number[]>();
  for (const subscription of subscriptions) {
    const { action, filters } = subscription.wish;
    const hits = filters.length === 0 ? null : matched.get(JSON.stringify(filters));
    if (hits === undefined) {
      onBadFilter(subscription);
      continue;
    }
    const places = [...changes.keys()].filter((place) => {
      const change = changes[place];
      if (change === undefined || (action !== "*" && action !== change.action)) return false;
      return hits === null || (hits.has(place) && knowsColumns(table, change, filters));
    });
    if (places.length > 0) wanted.set(subscription, places);
  }
  return wanted;
}

/** Of a deleted row only its replica identity is known. */
function knowsColumns(
  table: FollowedTable,
  { action }: ChangeRow,
  filters: readonly Filter[],
): boolean {
  if (action !== "DELETE") return true;
  return filters.every(({ column }) =>
    table.columns.some(({ name, isIdentity }) => name === column && isIdentity),
  );
}

/** Asks all lists together, and one by one when that fails: one bad list is nobody else's fault. */
async function matchLists(
  database: JudgeDatabase,
  table: FollowedTable,
  changes: readonly ChangeRow[],
  lists: ReadonlyMap<string, readonly Filter[]>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  if (lists.size === 0) return new Map();
  const keys = [...lists.keys()];
  const rows = { changes, places: [...changes.keys()] };
  try {
    const sets = await matchingRows(database, table, [...lists.values()], rows);
    return new Map(keys.map((key, index) => [key, sets[index] ?? new Set<number>()]));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
  }
  const found = new Map<string, ReadonlySet<number>>();
  for (const [key, filters] of lists) {
    try {
      const [places] = await matchingRows(database, table, [filters], rows);
      if (places !== undefined) found.set(key, places);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
    }
  }
  return found;
}
