import pLimit from "p-limit";
import type { Caller } from "#backend/database/caller.ts";
import type { Database } from "#backend/database/database.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import type { ChangeRow } from "./change-rows.ts";
import type { Filter } from "./subscription-request.domain.ts";
import type { PublishedTable } from "./published-tables.ts";
import { matchingRows, visibleRows } from "./matching-rows.ts";
import type { Subscription } from "./subscription.ts";

/** Changes of one table with its subscriptions. */
export type TableChanges = {
  readonly table: PublishedTable;
  readonly changes: readonly ChangeRow[];
  readonly subscriptions: readonly Subscription[];
};

/** For each subscription the indexes of its visible changes. */
export type AuthorizedChanges = ReadonlyMap<Subscription, ReadonlySet<number>>;

type AuthorizeDatabase = Pick<Database, "realtime" | "asCaller">;

/** Concurrent queries per table; visitors need the other connections. */
const MAX_CONCURRENT_QUERIES = 2;

/**
 * Selects the subscribers of each change: by event, then filter, then RLS. Evaluates RLS once per
 * set of claims.
 *
 * @param onBadFilter called for a subscription whose filter cannot be evaluated; it receives
 * nothing.
 * @throws the database's error when it is unavailable.
 */
export async function authorizeChanges(
  database: AuthorizeDatabase,
  tableChanges: TableChanges,
  onBadFilter: (subscription: Subscription) => void,
): Promise<AuthorizedChanges> {
  const matches = await matchFilters(database, tableChanges, onBadFilter);
  const { table, changes } = tableChanges;
  const rights = new Map<string, { readonly caller: Caller; readonly indexes: Set<number> }>();
  if (table.isSecured) {
    for (const [subscription, indexes] of matches) {
      const { caller } = subscription.channel.identity;
      if (caller.role === "service_role") continue;
      const group = rights.get(claimsKey(caller)) ?? { caller, indexes: new Set<number>() };
      for (const index of indexes)
        if (hasRowPolicy(table, changes[index])) group.indexes.add(index);
      rights.set(claimsKey(caller), group);
    }
  }
  const limit = pLimit(MAX_CONCURRENT_QUERIES);
  const visible = new Map(
    await Promise.all(
      [...rights].map(([key, { caller, indexes }]) =>
        limit(
          async () => [key, await visibleTo(database, caller, tableChanges, [...indexes])] as const,
        ),
      ),
    ),
  );
  return new Map(
    [...matches].map(([subscription, indexes]) => {
      const seen = visible.get(claimsKey(subscription.channel.identity.caller));
      const allowed = [...indexes].filter(
        (index) => seen === undefined || !hasRowPolicy(table, changes[index]) || seen.has(index),
      );
      return [subscription, new Set(allowed)];
    }),
  );
}

/** RLS cannot be evaluated for a deleted row or for a table without a key. */
function hasRowPolicy(table: PublishedTable, change: ChangeRow | undefined): boolean {
  return change?.action !== "DELETE" && table.columns.some(({ isKey }) => isKey);
}

function claimsKey({ claims }: Caller): string {
  return JSON.stringify(claims);
}

/** A policy that fails shows nothing. */
async function visibleTo(
  database: AuthorizeDatabase,
  caller: Caller,
  { table, changes }: TableChanges,
  indexes: readonly number[],
): Promise<ReadonlySet<number>> {
  if (indexes.length === 0) return new Set();
  try {
    return await visibleRows(database, caller, table, changes, indexes);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return new Set();
  }
}

async function matchFilters(
  database: AuthorizeDatabase,
  { table, changes, subscriptions }: TableChanges,
  onBadFilter: (subscription: Subscription) => void,
): Promise<Map<Subscription, readonly number[]>> {
  const lists = new Map<string, readonly Filter[]>();
  for (const { changeFilter } of subscriptions) {
    if (changeFilter.filters.length > 0)
      lists.set(JSON.stringify(changeFilter.filters), changeFilter.filters);
  }
  const matched = await matchLists(database, table, changes, lists);
  const wanted = new Map<Subscription, readonly number[]>();
  for (const subscription of subscriptions) {
    const { action, filters } = subscription.changeFilter;
    const hits = filters.length === 0 ? null : matched.get(JSON.stringify(filters));
    if (hits === undefined) {
      onBadFilter(subscription);
      continue;
    }
    const indexes = [...changes.keys()].filter((index) => {
      const change = changes[index];
      if (change === undefined || (action !== "*" && action !== change.action)) return false;
      return hits === null || (hits.has(index) && knowsColumns(table, change, filters));
    });
    if (indexes.length > 0) wanted.set(subscription, indexes);
  }
  return wanted;
}

/** Only the replica identity of a deleted row is known. */
function knowsColumns(
  table: PublishedTable,
  { action }: ChangeRow,
  filters: readonly Filter[],
): boolean {
  if (action !== "DELETE") return true;
  return filters.every(({ column }) =>
    table.columns.some(({ name, isIdentity }) => name === column && isIdentity),
  );
}

/**
 * Evaluates all filters together, or one by one after an error: an invalid filter must not affect
 * others.
 */
async function matchLists(
  database: AuthorizeDatabase,
  table: PublishedTable,
  changes: readonly ChangeRow[],
  lists: ReadonlyMap<string, readonly Filter[]>,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  if (lists.size === 0) return new Map();
  const keys = [...lists.keys()];
  const rows = { changes, indexes: [...changes.keys()] };
  try {
    const sets = await matchingRows(database, table, [...lists.values()], rows);
    return new Map(keys.map((key, index) => [key, sets[index] ?? new Set<number>()]));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
  }
  const found = new Map<string, ReadonlySet<number>>();
  for (const [key, filters] of lists) {
    try {
      const [indexes] = await matchingRows(database, table, [filters], rows);
      if (indexes !== undefined) found.set(key, indexes);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
    }
  }
  return found;
}
