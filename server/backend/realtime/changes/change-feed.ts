import { setImmediate as nextTurn } from "node:timers/promises";
import type { BackendDeps } from "#server/backend/context.ts";
import {
  type Channel,
  pushToChannel,
  tellSystem,
} from "#server/backend/realtime/channels/channel.ts";
import { ChannelError } from "#server/backend/realtime/protocol/channel-errors.ts";
import { createBoundedMap } from "#server/kit/bounded-map.ts";
import { changeData } from "./change-data.domain.ts";
import { type ChangeRow, readChanges, recentTransactions } from "./change-rows.ts";
import { createFollowedTables, type FollowedTable } from "./published-tables.ts";
import { authorizeChanges, type AuthorizedChanges } from "./authorize-changes.ts";
import { matchesChangeFilter, readSubscriptions, type Subscription } from "./subscription.ts";

/** Tells channels of rows that change. */
export type ChangeFeed = {
  /** Begins to hear the database. @throws the database's error. */
  start(): Promise<void>;
  /**
   * Takes what a channel wants to hear of, instead of what it wanted before.
   *
   * @throws ChannelError for what cannot be followed, the database's error when it is away.
   */
  subscribe(channel: Channel): Promise<void>;
  /** As `subscribe`, but says by a system message how it went, and tries again while the database is away. */
  subscribeAndTell(channel: Channel): Promise<void>;
  /** Says that a channel is subscribed, if it wants anything. */
  reportSubscribed(channel: Channel): void;
  unsubscribe(channel: Channel): void;
  stop(): void;
};

const CHANNEL = "realtime_changes";
/** How often tables that joined the publication are found, and what is old is thrown away. */
const LOOK_EVERY_MS = 10_000;
/** Transactions that wait; more come only when far more is written than anybody could be told. */
const WAITING_LIMIT = 10_000;
const SEEN_TRANSACTIONS = 10_000;

type FeedDeps = Pick<BackendDeps, "database" | "log"> & {
  /** This server's id on the bus. */
  readonly server: string;
};

/**
 * Makes the feed. A trigger keeps what changes (capture.sql) as long as some server watches the table; its
 * notices come in the order of commits.
 */
export function createChangeFeed({ database, log, server }: FeedDeps): ChangeFeed {
  const followed = createFollowedTables(database);
  const subscriptions = new Map<Channel, readonly Subscription[]>();
  const unheard = new Set<Channel>();
  const seen = createBoundedMap<string, true>(SEEN_TRANSACTIONS);
  let waiting: string[] = [];
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const all = (): readonly Subscription[] => [...subscriptions.values()].flat();
  const entities = (tables: readonly FollowedTable[]): number[] => {
    const wishes = all();
    const wished = tables.filter((table) =>
      wishes.some(({ wish }) => matchesChangeFilter(wish, table)),
    );
    return wished.map(({ entity }) => entity);
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
        and entity <> all (${entities(followed.known())}::bigint[]::oid[])`;
    await database.realtime`
      delete from realtime.changes where made_at < now() - interval '1 minute'`;
  };
  const look = async (): Promise<void> => {
    if (subscriptions.size + unheard.size === 0) {
      await tidy();
      if (timer !== null) clearInterval(timer);
      timer = null;
      return;
    }
    const tables = await followed.refresh();
    // First what goes: whoever subscribes at this very moment is watched for again right behind it.
    await tidy();
    await watch(entities(tables));
    for (const channel of unheard) await feed.subscribeAndTell(channel);
  };
  const warn = (error: unknown): void => {
    log.warn({ event: "realtime_changes_failed", err: error });
  };
  const keepLooking = (): void => {
    if (timer !== null) return;
    timer = setInterval(() => void look().catch(warn), LOOK_EVERY_MS);
    timer.unref();
  };

  const dropSubscription = ({ channel, wish }: Subscription): void => {
    const kept = subscriptions.get(channel)?.filter((known) => known.wish !== wish) ?? [];
    subscriptions.set(channel, kept);
    const message = "The filter took too long or does not suit the rows any more";
    tellSystem(channel, { extension: "postgres_changes", status: "error", message });
  };
  const deliver = async (changes: readonly ChangeRow[]): Promise<void> => {
    const told = await tellings(changes);
    for (const change of changes) {
      const telling = told.get(change.entity);
      if (telling !== undefined) tellChange(telling, change);
    }
  };
  /** Who hears of which changes, by table. */
  const tellings = async (changes: readonly ChangeRow[]): Promise<Map<number, Telling>> => {
    const told = new Map<number, Telling>();
    for (const entity of new Set(changes.map((change) => change.entity))) {
      const table = followed.known().find((known) => known.entity === entity);
      if (table === undefined) continue;
      const wanting = all().filter(({ wish }) => matchesChangeFilter(wish, table));
      if (wanting.length === 0) continue;
      const own = changes.filter((change) => change.entity === entity);
      const judged = { table, changes: own, subscriptions: wanting };
      told.set(entity, {
        table,
        places: new Map(own.map((change, place) => [change, place])),
        judgement: await authorizeChanges(database, judged, dropSubscription),
      });
    }
    return told;
  };
  const read = async (): Promise<void> => {
    while (waiting.length > 0) {
      const transactions = waiting;
      waiting = [];
      if (subscriptions.size === 0) continue;
      try {
        for await (const page of readChanges(database, transactions)) {
          await deliver(page);
          // Sockets get on with a page before the next one comes.
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
      unheard.delete(channel);
      if (channel.config.changes.length === 0) return;
      keepLooking();
      const tables = await followed.refresh();
      const wanted = await readSubscriptions(database, channel, tables);
      if (channel.isClosed) return;
      subscriptions.set(channel, wanted);
      await watch(entities(tables));
    },
    async subscribeAndTell(channel) {
      const extension = "postgres_changes";
      try {
        await feed.subscribe(channel);
        if (!channel.isClosed) feed.reportSubscribed(channel);
      } catch (error) {
        if (channel.isClosed) return;
        subscriptions.delete(channel);
        if (error instanceof ChannelError) {
          tellSystem(channel, { extension, status: "error", message: error.message });
          return;
        }
        unheard.add(channel);
        const message = "Realtime was unable to connect to the project database";
        tellSystem(channel, { extension, status: "error", message });
        warn(error);
      }
    },
    reportSubscribed(channel) {
      if (channel.config.changes.length === 0) return;
      const message = "Subscribed to PostgreSQL";
      tellSystem(channel, { extension: "postgres_changes", status: "ok", message });
    },
    unsubscribe(channel) {
      subscriptions.delete(channel);
      unheard.delete(channel);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
  return feed;
}

type Telling = {
  readonly table: FollowedTable;
  readonly places: ReadonlyMap<ChangeRow, number>;
  readonly judgement: AuthorizedChanges;
};

/** Tells everybody of one change; what is equal for many is made once. */
function tellChange({ table, places: placeOf, judgement }: Telling, change: ChangeRow): void {
  const place = placeOf.get(change) ?? -1;
  const data = new Map<string, object>();
  const dataFor = (role: string, select: readonly string[] | null): object => {
    const key = JSON.stringify([role, select]);
    const known = data.get(key) ?? changeData(table, change, role, select);
    data.set(key, known);
    return known;
  };
  const ids = new Map<Channel, Map<object, number[]>>();
  for (const [{ channel, id, wish }, places] of judgement) {
    if (channel.isClosed || !places.has(place)) continue;
    const said = dataFor(channel.identity.caller.role, wish.select);
    const own = ids.get(channel) ?? new Map<object, number[]>();
    own.set(said, [...(own.get(said) ?? []), id]);
    ids.set(channel, own);
  }
  for (const [channel, messages] of ids) {
    for (const [said, own] of messages) {
      pushToChannel(channel, "postgres_changes", { ids: own, data: said });
    }
  }
}
