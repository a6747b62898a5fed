import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { joinAs } from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import {
  type Recorder,
  listen,
  listenerOf,
  openClients,
  VERSIONS,
} from "./realtime-client.fixture.ts";

type Change = {
  readonly eventType: string;
  readonly table: string;
  readonly new: Readonly<Record<string, unknown>>;
  readonly old: Readonly<Record<string, unknown>>;
  readonly errors: unknown;
};
type SubscriptionOptions = {
  readonly event?: "*" | "INSERT" | "UPDATE" | "DELETE";
  readonly table?: string;
  readonly schema?: string;
  readonly filter?: string;
  readonly select?: string[];
};

/**
 * Subscribes and waits for the database's confirmation; returns the received changes or the error.
 */
async function subscribe(
  client: SupabaseClient,
  options: SubscriptionOptions,
): Promise<{ channel: RealtimeChannel; received: Recorder<Change>; confirmation: string }> {
  const received = listen<Change>();
  const confirmations = listen<string>();
  const channel = client.channel(`changes ${crypto.randomUUID()}`);
  const { event = "*", schema = "public", ...rest } = options;
  const record = (change: Change): void => received.record(change);
  const table = { schema, ...rest };
  // The client declares one overload per event.
  if (event === "*") channel.on("postgres_changes", { event, ...table }, record);
  else if (event === "INSERT") channel.on("postgres_changes", { event, ...table }, record);
  else if (event === "UPDATE") channel.on("postgres_changes", { event, ...table }, record);
  else channel.on("postgres_changes", { event, ...table }, record);
  channel
    .on("system", {}, (payload: { extension: string; message: string }) => {
      if (payload.extension === "postgres_changes") confirmations.record(payload.message);
    })
    .subscribe();
  return { channel, received, confirmation: await confirmations.at(0) };
}

const SUBSCRIBED = "Subscribed to PostgreSQL";

describe("postgres_changes with the unmodified client", () => {
  let backend: TestBackend;
  const clients = openClients();
  const connect = (vsn?: string): SupabaseClient =>
    clients.add(listenerOf(backend, vsn === undefined ? {} : { vsn }));

  beforeAll(async () => {
    backend = await startTestBackend();
    await backend.admin.unsafe(`
      set local role postgres;
      create table public.notes (
        id bigint generated always as identity primary key,
        owner uuid, title text, amount numeric, tags text[], facts jsonb, hidden text,
        made_at timestamp);
      create table public.open_notes (id int primary key, title text);
      create table public.silent (id int primary key);
      create table public.keyless (title text);
      alter table public.notes enable row level security;
      create policy "own or nobody's" on public.notes for select
        using (owner is null or owner = auth.uid());
      revoke all on public.notes from anon, authenticated;
      grant select (id, owner, title, amount, tags, facts, made_at) on public.notes to anon, authenticated;
      alter publication supabase_realtime add table public.notes, public.open_notes, public.keyless`);
  });
  afterEach(() => clients.leave());
  afterAll(() => backend.close());

  it.each(VERSIONS)("sends inserts, updates and deletions in protocol %s", async (vsn) => {
    const { received, confirmation } = await subscribe(connect(vsn), { table: "notes" });
    expect(confirmation).toBe(SUBSCRIBED);
    const [made] = await backend.admin<{ id: string }[]>`
      insert into public.notes (title, amount, tags, facts, hidden, made_at)
      values ('é', 1.5, '{a,"b c"}', '{"n":[1]}', 'secret', '2026-01-02 03:04:05') returning id`;
    const id = Number(made?.id);
    expect(await received.at(0)).toMatchObject({
      eventType: "INSERT",
      schema: "public",
      table: "notes",
      new: {
        id,
        owner: null,
        title: "é",
        amount: 1.5,
        tags: ["a", "b c"],
        facts: { n: [1] },
        made_at: "2026-01-02T03:04:05",
      },
      old: {},
      errors: null,
    });
    expect(Object.keys((await received.at(0)).new)).not.toContain("hidden");
    await backend.admin`update public.notes set title = 'two' where id = ${id}`;
    expect(await received.at(1)).toMatchObject({
      eventType: "UPDATE",
      new: { id, title: "two" },
      old: { id },
    });
    await backend.admin`delete from public.notes where id = ${id}`;
    expect(await received.at(2)).toMatchObject({ eventType: "DELETE", new: {}, old: { id } });
    expect(Object.keys((await received.at(2)).old)).toEqual(["id"]);
  });

  it("sends only the requested event", async () => {
    const { received } = await subscribe(connect(), { table: "open_notes", event: "UPDATE" });
    await backend.admin`insert into public.open_notes values (1, 'one')`;
    await backend.admin`update public.open_notes set title = 'two' where id = 1`;
    expect(await received.at(0)).toMatchObject({ eventType: "UPDATE", new: { title: "two" } });
    expect(received.all).toHaveLength(1);
  });

  it("sends rows only to callers who may select them", async () => {
    const anna = await joinAs(backend);
    const ruth = await joinAs(backend);
    clients.add(anna.client);
    clients.add(ruth.client);
    const annas = await subscribe(anna.client, { table: "notes" });
    const ruths = await subscribe(ruth.client, { table: "notes" });
    const guests = await subscribe(connect(), { table: "notes" });
    const service = listenerOf(backend, { key: backend.secretKey });
    clients.add(service);
    const services = await subscribe(service, { table: "notes" });
    await backend.admin`insert into public.notes (owner, title) values (${anna.id}, 'annas')`;
    await backend.admin`insert into public.notes (owner, title) values (${ruth.id}, 'ruths')`;
    await backend.admin`insert into public.notes (title) values ('everybodys')`;
    const titles = async ({ received }: { received: Recorder<Change> }): Promise<unknown[]> => {
      await received.find((change) => change.new["title"] === "everybodys");
      return received.all.map((change) => change.new["title"]);
    };
    expect(await titles(annas)).toEqual(["annas", "everybodys"]);
    expect(await titles(ruths)).toEqual(["ruths", "everybodys"]);
    expect(await titles(guests)).toEqual(["everybodys"]);
    expect(await titles(services)).toEqual(["annas", "ruths", "everybodys"]);
    expect(services.received.all[0]?.new).toHaveProperty("hidden", null);
  });

  it("sends each filter its matching rows", async () => {
    const filters: readonly (readonly [string, readonly number[]])[] = [
      ["id=eq.11", [11]],
      ["id=neq.11", [10, 12, 13]],
      ["id=lt.12", [10, 11]],
      ["id=lte.12", [10, 11, 12]],
      ["id=gt.12", [13]],
      ["id=gte.12", [12, 13]],
      ["id=in.(10,13)", [10, 13]],
      ['title=in.("a,b",c)', [11, 12]],
      ["title=like.%c%", [12, 13]],
      ["title=not.like.%c%", [10, 11]],
      ["title=imatch.^C", [12, 13]],
      ["title=is.null", []],
      ["title=not.is.null,id=gt.11", [12, 13]],
      ['title=eq."a,b"', [11]],
    ];
    const client = connect();
    const subscriptions = [];
    for (const [filter] of filters) {
      subscriptions.push(await subscribe(client, { table: "open_notes", event: "INSERT", filter }));
    }
    const all = await subscribe(client, { table: "open_notes", event: "INSERT" });
    await backend.admin`delete from public.open_notes`;
    await backend.admin`
      insert into public.open_notes values (10, 'a'), (11, 'a,b'), (12, 'c'), (13, 'cc')`;
    await all.received.at(3);
    // All subscriptions of the socket receive a change together, one after the other.
    await client.channel("last").httpSend("x", {});
    const ids = subscriptions.map(({ received }) => received.all.map((change) => change.new["id"]));
    expect(subscriptions.map((one) => one.confirmation)).toEqual(filters.map(() => SUBSCRIBED));
    expect(filters.map(([filter], at) => [filter, ids[at]])).toEqual(filters);
  });

  it("sends the whole old row with replica identity full", async () => {
    await backend.admin`alter table public.open_notes replica identity full`;
    const { received } = await subscribe(connect(), { table: "open_notes" });
    await backend.admin`insert into public.open_notes values (20, 'before')`;
    await backend.admin`update public.open_notes set title = 'after' where id = 20`;
    await backend.admin`delete from public.open_notes where id = 20`;
    expect((await received.at(1)).old).toEqual({ id: 20, title: "before" });
    expect((await received.at(2)).old).toEqual({ id: 20, title: "after" });
    await backend.admin`alter table public.open_notes replica identity default`;
  });

  it("sends all rows of a transaction in order, and none of a rolled-back one", async () => {
    const { received } = await subscribe(connect(), { table: "open_notes", event: "INSERT" });
    await backend.admin
      .begin(async (tx) => {
        await tx`insert into public.open_notes values (900, 'undone')`;
        throw new Error("undo");
      })
      .catch(() => undefined);
    await backend.admin`
      insert into public.open_notes select n, 'many' from generate_series(1000, 3499) as n`;
    await received.at(2_499);
    const expected = Array.from({ length: 2_500 }, (_value, place) => 1_000 + place);
    expect(received.all.map((change) => change.new["id"])).toEqual(expected);
  });

  it("sends selected columns, and errors for rows that are too long or have no key", async () => {
    const chosen = await subscribe(connect(), {
      table: "open_notes",
      event: "INSERT",
      select: ["title"],
    });
    await backend.admin`insert into public.open_notes values (31, 'chosen')`;
    expect((await chosen.received.at(0)).new).toEqual({ title: "chosen" });
    const keyless = await subscribe(connect(), { table: "keyless", event: "INSERT" });
    await backend.admin`insert into public.keyless values ('x')`;
    expect((await keyless.received.at(0)).errors).toEqual([
      "Error 400: Bad Request, no primary key",
    ]);
    await backend.admin`insert into public.open_notes values (32, repeat('long ', 300000))`;
    await backend.admin`insert into public.open_notes values (33, repeat(md5(random()::text), 40000))`;
    const long = await subscribe(connect(), { table: "open_notes", event: "UPDATE" });
    await backend.admin`update public.open_notes set id = 34 where id = 33`;
    expect(await long.received.at(0)).toMatchObject({
      new: { id: 34 },
      errors: ["Error 413: Payload Too Large"],
    });
  });

  it.each<[SubscriptionOptions, RegExp]>([
    [{ table: "silent" }, /^Unable to subscribe to changes with given parameters\. Please check/],
    [{ table: "nowhere" }, /table: nowhere, filters: \[\], select: nil\]$/],
    [{ table: "notes", filter: "hidden=eq.x" }, /Exception: invalid column for filter hidden$/],
    [{ table: "notes", filter: "id=eq.word" }, /Exception: invalid input syntax/],
    [{ table: "notes", filter: "id=foo.1" }, /^Error parsing `filter` params: \["foo", "1"\]$/],
    [{ table: "*", select: ["id"] }, /^Column selection is not supported for wildcard/],
  ])("rejects %j with the reason", async (options, reason) => {
    const { confirmation } = await subscribe(connect(), options);
    expect(confirmation).toMatch(reason);
  });

  it("includes a table that is published later, and all tables with *", async () => {
    await backend.admin.unsafe(`
      set local role postgres;
      create table public.later (id int primary key);
      alter publication supabase_realtime add table public.later`);
    const { received } = await subscribe(connect(), {
      schema: "public",
      table: "*",
      event: "INSERT",
    });
    await backend.admin`insert into public.later values (1)`;
    await backend.admin`insert into public.open_notes values (50, 'x')`;
    expect((await received.at(0)).table).toBe("later");
    expect((await received.at(1)).table).toBe("open_notes");
  });

  it("delays the join until the database has confirmed, on request", async () => {
    const client = connect();
    const settled = (table: string): Promise<string> =>
      new Promise((resolve) => {
        client
          .channel(`wait ${table}`, { config: { postgres_changes_options: { wait: true } } })
          .on("postgres_changes", { event: "*", schema: "public", table }, () => undefined)
          .subscribe((status, error) => resolve(error?.message ?? status));
      });
    expect(await settled("open_notes")).toBe("SUBSCRIBED");
    expect(await settled("silent")).toMatch(
      /^RealtimeDisabledForConfiguration: Unable to subscribe/,
    );
  });

  it("stores nothing of tables without subscribers", async () => {
    const [before] = await backend.admin`select count(*)::int as n from realtime.changes`;
    await backend.admin.unsafe(`
      set local role postgres;
      create table public.lonely (id int primary key);
      alter publication supabase_realtime add table public.lonely`);
    await backend.admin`select realtime.follow_publication()`;
    await backend.admin`insert into public.lonely values (1)`;
    const [after] = await backend.admin`select count(*)::int as n from realtime.changes`;
    expect(after).toEqual(before);
  });

  it("continues after PostgreSQL has analyzed its catalogue", async () => {
    await backend.admin.unsafe(`
      set local role postgres;
      create schema shut;
      create table shut."A table" (id int primary key);
      alter publication supabase_realtime add table shut."A table"`);
    // Like autovacuum, which skips pg_namespace: the planner then scans every table first.
    await backend.admin`analyze pg_catalog.pg_class`;
    // Open connections keep their plan.
    const later = backend.openAgain();
    try {
      // A busy machine may not connect within the driver's limit at once.
      await expect
        .poll(() =>
          later.realtime`select realtime.follow_publication()`.then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      const followed = (): Promise<unknown> =>
        later.realtime`select realtime.followed_tables() @> '[{"table": "A table"}]' as found`;
      expect(await followed()).toEqual([{ found: true }]);
      await backend.admin`alter publication supabase_realtime drop table shut."A table"`;
      await later.realtime`select realtime.follow_publication()`;
      expect(await followed()).toEqual([{ found: false }]);
    } finally {
      await later.close();
    }
  });
});
