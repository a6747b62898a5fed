import type { Channel } from "#backend/realtime/channels/channel.ts";
import { CHANNEL_ERRORS } from "#backend/realtime/protocol/channel-errors.ts";
import type { Database } from "#backend/database/database.ts";
import { isDatabaseUnavailable } from "#backend/database/database-errors.ts";
import {
  type ChangeFilter,
  formatChangeFilter,
  parseChangeFilter,
  withIds,
} from "./subscription-request.domain.ts";
import type { PublishedTable } from "./published-tables.ts";
import { validateFilters } from "./matching-rows.ts";

/** One subscription of a channel, under the client's id. */
export type Subscription = {
  readonly channel: Channel;
  readonly id: number;
  readonly changeFilter: ChangeFilter;
};

/** Returns true when the filter includes the table. */
export function matchesChangeFilter(
  { schema, table }: ChangeFilter,
  found: PublishedTable,
): boolean {
  return (schema === "*" || schema === found.schema) && (table === "*" || table === found.table);
}

/**
 * Parses the subscriptions of a channel and checks them against the tables.
 *
 * @throws ChannelError for an invalid subscription, and the database's error.
 */
export async function readSubscriptions(
  database: Pick<Database, "realtime">,
  channel: Channel,
  tables: readonly PublishedTable[],
): Promise<readonly Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const { id, ...request } of withIds(channel.config.changes)) {
    const read = parseChangeFilter(request);
    if (!read.ok) throw CHANNEL_ERRORS.changesRejected(read.error);
    const { changeFilter } = read;
    const matching = tables.filter((table) => matchesChangeFilter(changeFilter, table));
    if (matching.length === 0) {
      throw CHANNEL_ERRORS.changesRejected(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${formatChangeFilter(changeFilter)}`,
      );
    }
    for (const table of matching)
      await validateChangeFilter(database, channel, table, changeFilter);
    if (!subscriptions.some((known) => known.id === id))
      subscriptions.push({ channel, id, changeFilter });
  }
  return subscriptions;
}

async function validateChangeFilter(
  database: Pick<Database, "realtime">,
  channel: Channel,
  table: PublishedTable,
  changeFilter: ChangeFilter,
): Promise<void> {
  const { role } = channel.identity.caller;
  const readable = table.columns.filter(({ readers }) => readers.includes(role));
  const isUnknown = (name: string): boolean => !readable.some((column) => column.name === name);
  const filter = changeFilter.filters.find(({ column }) => isUnknown(column));
  if (filter !== undefined)
    throw exceptionFor(changeFilter, `invalid column for filter ${filter.column}`);
  const selected = changeFilter.select?.find(isUnknown);
  if (selected !== undefined)
    throw exceptionFor(changeFilter, `invalid column for select ${selected}`);
  if (changeFilter.filters.length === 0) return;
  try {
    await validateFilters(database, table, changeFilter.filters);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    throw exceptionFor(changeFilter, error instanceof Error ? error.message : "invalid filter");
  }
}

function exceptionFor(changeFilter: ChangeFilter, message: string): Error {
  return CHANNEL_ERRORS.changesRejected(
    `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: ${formatChangeFilter(changeFilter)}. Exception: ${message}`,
  );
}
