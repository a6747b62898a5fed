import { setImmediate as nextTurn } from "node:timers/promises";
import type { BackendDeps } from "#backend/context.ts";
import { type Channel, pushToChannel, pushSystem } from "#backend/realtime/channels/channel.ts";
import { ChannelError } from "#backend/realtime/protocol/channel-errors.ts";
import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { changeData } from "./change-data.domain.ts";
import { type ChangeRow, readChanges, recentTransactions } from "./change-rows.ts";
import { createPublishedTables, type PublishedTable } from "./published-tables.ts";
import { authorizeChanges, type AuthorizedChanges } from "./authorize-changes.ts";
import { matchesChangeFilter, readSubscriptions, type Subscription } from "./subscription.ts";

/** Sends changed rows to channels. */
export type ChangeFeed = {
  /** Starts receiving changes. @throws the database's error. */
  start(): Promise<void>;
  /**
   * Replaces the subscriptions of a channel.
   *
   * @throws ChannelError for an invalid subscription, the database's error when it is unavailable.
   */
  subscribe(channel: Channel): Promise<void>;
  /**
   * Like `subscribe`, but sends the result as a system message, and retries while the database is
   * unavailable.
   */
  subscribeAndReport(channel: Channel): Promise<void>;
  /** Sends the confirmation to a channel with subscriptions. */
  reportSubscribed(channel: Channel): void;
  unsubscribe(channel: Channel): void;
  stop(): void;
};

const CHANNEL = "realtime_changes";
/** Interval of checks for newly published tables and old changes. */
const POLL_INTERVAL_MS = 10_000;
/** Limit on queued transactions, far above the rate at which clients can receive them. */
const WAITING_LIMIT = 10_000;
const SEEN_TRANSACTIONS = 10_000;

type FeedDeps = Pick<BackendDeps, "database" | "log"> & {
  /** This server's id on the bus. */
  readonly server: string;
};

/**
 * Creates the feed. A trigger stores changes (capture.sql) while a server watches the table; its
 * notifications arrive in commit order.
 */
export function createChangeFeed({ database, log, server }: FeedDeps): ChangeFeed {
  const published = createPublishedTables(database);
  const subscriptions = new Map<Channel, readonly Subscription[]>();
  const failed = new Set<Channel>();
  const seen = createBoundedMap<string, true>(SEEN_TRANSACTIONS);
  let waiting: string[] = [];
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const all = (): readonly Subscription[] => [...subscriptions.values()].flat();
  const entities = (tables: readonly PublishedTable[]): number[] => {
    const subscribed = all();
    const matching = tables.filter((table) =>
      subscribed.some(({ changeFilter }) => matchesChangeFilter(changeFilter, table)),
    );
    return matching.map(({ entity }) => entity);
  };
  const watch = async (watched: readonly number[]): Promise<void> => {
    await database.realtime`
      with own as (
        insert into realtime.servers (id) values (${server})
        on conflict (id) do update set seen_at = now()
        returning id
      )
      insert into realtime.watched (entity, server)
      select entity::oid, own.id from own, unnest(${[...watched]}::bigint[]) as entity
      on conflict do nothing`;
  };
  const tidy = async (): Promise<void> => {
    await database.realtime`
      delete from realtime.watched
      where server = ${server}
        and entity <> all (${entities(published.known())}::bigint[]::oid[])`;
    await database.realtime`
      delete from realtime.changes where made_at < now() - interval '1 minute'`;
  };
  const poll = async (): Promise<void> => {
    if (subscriptions.size + failed.size === 0) {
      await tidy();
      if (timer !== null) clearInterval(timer);
      timer = null;
      return;
    }
    const tables = await published.refresh();
    // Clean up first: a concurrent subscriber is watched again by the next statement.
    await tidy();
    await watch(entities(tables));
    for (const channel of failed) await feed.subscribeAndReport(channel);
  };
  const warn = (error: unknown): void => {
    log.warn({ event: "realtime_changes_failed", err: error });
  };
  const startPolling = (): void => {
    if (timer !== null) return;
    timer = setInterval(() => void poll().catch(warn), POLL_INTERVAL_MS);
    timer.unref();
  };

  const dropSubscription = ({ channel, changeFilter }: Subscription): void => {
    const remaining =
      subscriptions.get(channel)?.filter((known) => known.changeFilter !== changeFilter) ?? [];
    subscriptions.set(channel, remaining);
    const message = "The filter took too long or does not suit the rows any more";
    pushSystem(channel, { extension: "postgres_changes", status: "error", message });
  };
  const deliver = async (changes: readonly ChangeRow[]): Promise<void> => {
    const deliveries = await deliveriesOf(changes);
    for (const change of changes) {
      const delivery = deliveries.get(change.entity);
      if (delivery !== undefined) pushChange(delivery, change);
    }
  };
  /** Returns the subscribers of each change, by table. */
  const deliveriesOf = async (changes: readonly ChangeRow[]): Promise<Map<number, Delivery>> => {
    const deliveries = new Map<number, Delivery>();
    for (const entity of new Set(changes.map((change) => change.entity))) {
      const table = published.known().find((known) => known.entity === entity);
      if (table === undefined) continue;
      const matching = all().filter(({ changeFilter }) => matchesChangeFilter(changeFilter, table));
      if (matching.length === 0) continue;
      const own = changes.filter((change) => change.entity === entity);
      const tableChanges = { table, changes: own, subscriptions: matching };
      deliveries.set(entity, {
        table,
        indexes: new Map(own.map((change, index) => [change, index])),
        authorized: await authorizeChanges(database, tableChanges, dropSubscription),
      });
    }
    return deliveries;
  };
  const read = async (): Promise<void> => {
    while (waiting.length > 0) {
      const transactions = waiting;
      waiting = [];
      if (subscriptions.size === 0) continue;
      try {
        for await (const page of readChanges(database, transactions)) {
          await deliver(page);
          // Let sockets send a page before the next one is read.
          await nextTurn();
        }
      } catch (error) {
        warn(error);
      }
    }
    reading = null;
  };
  const take = (transaction: string): void => {
    if (seen.get(transaction) === true || waiting.length >= WAITING_LIMIT) return;
    seen.set(transaction, true);
    waiting.push(transaction);
    reading ??= Promise.resolve().then(read);
  };
  const catchUp = async (): Promise<void> => {
    for (const transaction of await recentTransactions(database)) take(transaction);
  };

  const feed: ChangeFeed = {
    async start() {
      let isFirst = true;
      await database.listen(CHANNEL, {
        onNotice: (text) => {
          if (/^\d+$/.test(text)) take(text);
        },
        onStart: () => {
          if (!isFirst) catchUp().catch(warn);
          isFirst = false;
        },
      });
    },
    async subscribe(channel) {
      failed.delete(channel);
      if (channel.config.changes.length === 0) return;
      startPolling();
      const tables = await published.refresh();
      const wanted = await readSubscriptions(database, channel, tables);
      if (channel.isClosed) return;
      subscriptions.set(channel, wanted);
      await watch(entities(tables));
    },
    async subscribeAndReport(channel) {
      const extension = "postgres_changes";
      try {
        await feed.subscribe(channel);
        if (!channel.isClosed) feed.reportSubscribed(channel);
      } catch (error) {
        if (channel.isClosed) return;
        subscriptions.delete(channel);
        if (error instanceof ChannelError) {
          pushSystem(channel, { extension, status: "error", message: error.message });
          return;
        }
        failed.add(channel);
        const message = "Realtime was unable to connect to the project database";
        pushSystem(channel, { extension, status: "error", message });
        warn(error);
      }
    },
    reportSubscribed(channel) {
      if (channel.config.changes.length === 0) return;
      const message = "Subscribed to PostgreSQL";
      pushSystem(channel, { extension: "postgres_changes", status: "ok", message });
    },
    unsubscribe(channel) {
      subscriptions.delete(channel);
      failed.delete(channel);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
  return feed;
}

type Delivery = {
  readonly table: PublishedTable;
  readonly indexes: ReadonlyMap<ChangeRow, number>;
  readonly authorized: AuthorizedChanges;
};

/** Sends one change to its subscribers; builds equal payloads once. */
function pushChange({ table, indexes: indexOf, authorized }: Delivery, change: ChangeRow): void {
  const index = indexOf.get(change) ?? -1;
  const data = new Map<string, object>();
  const dataFor = (role: string, select: readonly string[] | null): object => {
    const key = JSON.stringify([role, select]);
    const known = data.get(key) ?? changeData(table, change, role, select);
    data.set(key, known);
    return known;
  };
  const ids = new Map<Channel, Map<object, number[]>>();
  for (const [{ channel, id, changeFilter }, indexes] of authorized) {
    if (channel.isClosed || !indexes.has(index)) continue;
    const payload = dataFor(channel.identity.caller.role, changeFilter.select);
    const own = ids.get(channel) ?? new Map<object, number[]>();
    own.set(payload, [...(own.get(payload) ?? []), id]);
    ids.set(channel, own);
  }
  for (const [channel, messages] of ids) {
    for (const [payload, own] of messages) {
      pushToChannel(channel, "postgres_changes", { ids: own, data: payload });
    }
  }
}
