import type { Channel } from "#server/backend/realtime/channels/channel.ts";
import { CHANNEL_ERRORS } from "#server/backend/realtime/protocol/channel-errors.ts";
import type { Database } from "#server/database/database.ts";
import { isDatabaseUnavailable } from "#server/database/database-errors.ts";
import {
  type ChangeFilter,
  describeWish,
  parseChangeFilter,
  withIds,
} from "./subscription-request.domain.ts";
import type { FollowedTable } from "./published-tables.ts";
import { proveFilters } from "./matching-rows.ts";

/** One wish of a channel, under the id that its client knows. */
export type Subscription = {
  readonly channel: Channel;
  readonly id: number;
  readonly wish: ChangeFilter;
};

/** Whether a table is among those of a wish. */
export function matchesChangeFilter(
  { schema, table }: ChangeFilter,
  found: FollowedTable,
): boolean {
  return (schema === "*" || schema === found.schema) && (table === "*" || table === found.table);
}

/**
 * Reads the wishes of a channel and holds them against the tables.
 *
 * @throws ChannelError for a wish that makes no sense there, and the database's error when it cannot
 *   answer.
 */
export async function readSubscriptions(
  database: Pick<Database, "realtime">,
  channel: Channel,
  tables: readonly FollowedTable[],
): Promise<readonly Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const { id, ...request } of withIds(channel.config.changes)) {
    const read = parseChangeFilter(request);
    if (!read.ok) throw CHANNEL_ERRORS.changesRefused(read.error);
    const { wish } = read;
    const wished = tables.filter((table) => matchesChangeFilter(wish, table));
    if (wished.length === 0) {
      throw CHANNEL_ERRORS.changesRefused(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${describeWish(wish)}`,
      );
    }
    for (const table of wished) await proveWish(database, channel, table, wish);
    if (!subscriptions.some((known) => known.id === id)) subscriptions.push({ channel, id, wish });
  }
  return subscriptions;
}

async function proveWish(
  database: Pick<Database, "realtime">,
  channel: Channel,
  table: FollowedTable,
  wish: ChangeFilter,
): Promise<void> {
  const { role } = channel.identity.caller;
  const readable = table.columns.filter(({ readers }) => readers.includes(role));
  const isUnknown = (name: string): boolean => !readable.some((column) => column.name === name);
  const filter = wish.filters.find(({ column }) => isUnknown(column));
  if (filter !== undefined) throw exceptionFor(wish, `invalid column for filter ${filter.column}`);
  const selected = wish.select?.find(isUnknown);
  if (selected !== undefined) throw exceptionFor(wish, `invalid column for select ${selected}`);
  if (wish.filters.length === 0) return;
  try {
    await proveFilters(database, table, wish.filters);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    throw exceptionFor(wish, error instanceof Error ? error.message : "invalid filter");
  }
}

function exceptionFor(wish: ChangeFilter, message: string): Error {
  return CHANNEL_ERRORS.changesRefused(
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${describeWish(wish)}. Exception: ${message}`,
  );
}
