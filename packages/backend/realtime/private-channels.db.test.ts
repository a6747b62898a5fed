import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GOOD_PASSWORD, joinAs, operatorOf, visitorOf } from "#backend/auth/auth-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";
import { joined, listen, listenerOf, openClients } from "./realtime-client.fixture.ts";

type Message = { readonly event: string; readonly payload: unknown };

/** Members read and send in "choir", guests only read "news"; everything else is denied. */
const POLICIES = `
  create policy "choir reads" on realtime.messages for select to authenticated
    using (realtime.topic() = 'choir' and extension in ('broadcast', 'presence'));
  create policy "choir sends" on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'choir');
  create policy "everybody reads news" on realtime.messages for select to anon, authenticated
    using (realtime.topic() = 'news' and extension = 'broadcast');
  create policy "own" on realtime.messages for select to authenticated
    using (realtime.topic() = 'own:' || auth.uid());
  create policy "broken" on realtime.messages for select to authenticated
    using (realtime.topic() = 'broken' and 1 / length(replace(realtime.topic(), 'broken', '')) = 1);`;

describe("private channels", () => {
  let backend: TestBackend;
  const clients = openClients();
  const secret = (client: SupabaseClient, name: string): RealtimeChannel =>
    client.channel(name, { config: { private: true, broadcast: { ack: true, self: true } } });

  beforeAll(async () => {
    backend = await startTestBackend();
    await backend.admin.unsafe(POLICIES);
  });
  afterAll(async () => {
    await clients.leave();
    await backend.close();
  });

  it("admit callers with a read policy, and reject others with a reason", async () => {
    const anna = await joinAs(backend);
    clients.add(anna.client);
    await expect(joined(secret(anna.client, "choir"))).resolves.toBeDefined();
    await expect(joined(secret(anna.client, `own:${anna.id}`))).resolves.toBeDefined();
    const guest = clients.add(listenerOf(backend));
    await expect(joined(secret(guest, "news"))).resolves.toBeDefined();
    for (const [client, name] of [
      [guest, "choir"],
      [guest, "elsewhere"],
      [anna.client, "own:somebody else"],
      [anna.client, "broken"],
    ] as const) {
      await expect(joined(secret(client, name))).rejects.toThrow(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
      );
    }
  });

  it("carry messages and presences of callers who may send, and drop others silently", async () => {
    const [anna, ruth] = [await joinAs(backend), await joinAs(backend)];
    const guest = clients.add(listenerOf(backend));
    clients.add(anna.client);
    clients.add(ruth.client);
    const received = listen<Message>();
    const annas = secret(anna.client, "choir").on("broadcast", { event: "*" }, received.record);
    const ruths = secret(ruth.client, "choir");
    await Promise.all([joined(annas), joined(ruths)]);
    expect(await ruths.send({ type: "broadcast", event: "say", payload: { n: 1 } })).toBe("ok");
    expect((await received.at(0)).payload).toEqual({ n: 1 });
    expect(await ruths.track({ voice: "alto" })).toBe("ok");
    const readOnly = secret(guest, "news");
    await joined(readOnly);
    const mine = listen<Message>();
    readOnly.on("broadcast", { event: "*" }, mine.record);
    expect(
      await readOnly.send({ type: "broadcast", event: "say", payload: {} }, { timeout: 500 }),
    ).toBe("timed out");
    expect(await readOnly.track({})).toBe("error");
    expect(mine.all).toEqual([]);
  });

  it("share nothing with a public channel of the same name", async () => {
    const anna = await joinAs(backend);
    clients.add(anna.client);
    const guest = clients.add(listenerOf(backend));
    const hidden = listen<Message>();
    const open = listen<Message>();
    const choir = secret(anna.client, "choir").on("broadcast", { event: "*" }, hidden.record);
    const square = guest.channel("choir").on("broadcast", { event: "*" }, open.record);
    await Promise.all([joined(choir), joined(square)]);
    await choir.send({ type: "broadcast", event: "say", payload: { in: "choir" } });
    await guest.channel("choir").httpSend("say", { in: "square" });
    expect((await open.at(0)).payload).toEqual({ in: "square" });
    expect((await hidden.at(0)).payload).toEqual({ in: "choir" });
    expect([open.all.length, hidden.all.length]).toEqual([1, 1]);
  });

  it("accept posts of callers who may send, and respond 202 to others without sending", async () => {
    const anna = await joinAs(backend);
    clients.add(anna.client);
    const received = listen<Message>();
    const choir = secret(anna.client, "choir").on("broadcast", { event: "*" }, received.record);
    await joined(choir);
    const guest = clients.add(listenerOf(backend));
    expect(await secret(guest, "choir").httpSend("say", { from: "guest" })).toEqual({
      success: true,
    });
    expect(await choir.httpSend("say", { from: "anna" })).toEqual({ success: true });
    const service = clients.add(listenerOf(backend, { key: backend.secretKey }));
    expect(await secret(service, "choir").httpSend("say", { from: "service" })).toEqual({
      success: true,
    });
    await received.at(1);
    expect(received.all.map(({ payload }) => payload)).toEqual([
      { from: "anna" },
      { from: "service" },
    ]);
  });

  it("carry messages of the database, and replay earlier ones", async () => {
    const [anna, ruth] = [await joinAs(backend), await joinAs(backend)];
    clients.add(anna.client);
    clients.add(ruth.client);
    const since = Date.now() - 60_000;
    const before = listen<Message>();
    await joined(secret(ruth.client, "choir").on("broadcast", { event: "told" }, before.record));
    for (const n of [1, 2, 3]) {
      await backend.admin`select realtime.send(jsonb_build_object('n', ${n}::int), 'told', 'choir')`;
    }
    await before.at(2);
    const received = listen<{ readonly payload: { n: number }; readonly meta: object }>();
    const choir = anna.client
      .channel("choir", {
        config: { private: true, broadcast: { replay: { since, limit: 2 } } },
      })
      .on<{ n: number }>("broadcast", { event: "told" }, (message) =>
        received.record({ payload: message.payload, meta: message.meta ?? {} }),
      );
    await joined(choir);
    await backend.admin`select realtime.send('{"n":4}', 'told', 'choir')`;
    await received.at(2);
    expect(received.all.map(({ payload }) => payload.n)).toEqual([2, 3, 4]);
    expect(received.all.map(({ meta }) => "replayed" in meta)).toEqual([true, true, false]);
    await expect(
      joined(
        anna.client.channel("choir 2", {
          config: { private: true, broadcast: { replay: { since: -1 } } },
        }),
      ),
    ).rejects.toThrow(/^Unauthorized/);
  });

  it("store and replay persisted messages, over the socket and over HTTP", async () => {
    const anna = await joinAs(backend);
    clients.add(anna.client);
    const choir = secret(anna.client, "choir");
    const received = listen<Message>();
    choir.on("broadcast", { event: "kept" }, received.record);
    await joined(choir);
    const kept = { type: "broadcast", event: "kept" } as const;
    expect(await choir.send({ ...kept, payload: { n: 1 }, persist: true })).toBe("ok");
    expect(await choir.httpSend("kept", { n: 2 }, { persist: { ttl: 60 } })).toEqual({
      success: true,
    });
    expect(await choir.send({ ...kept, payload: { n: 3 } })).toBe("ok");
    await received.at(2);
    await anna.client.removeChannel(choir);
    const replayed = listen<Message>();
    const again = anna.client
      .channel("choir", { config: { private: true, broadcast: { replay: { since: 0 } } } })
      .on("broadcast", { event: "kept" }, replayed.record);
    await joined(again);
    await replayed.at(1);
    expect(replayed.all.map(({ payload }) => payload)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(received.all).toHaveLength(3);
  });

  it("carry row changes of realtime.broadcast_changes in a trigger", async () => {
    await backend.admin.unsafe(`
      create table public.songs (id int primary key, title text);
      create function public.tell_choir() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes(
          'choir', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell_choir after insert or update or delete on public.songs
        for each row execute function public.tell_choir()`);
    const anna = await joinAs(backend);
    clients.add(anna.client);
    const received = listen<Message>();
    const choir = secret(anna.client, "choir").on("broadcast", { event: "*" }, received.record);
    await joined(choir);
    await backend.admin`insert into public.songs values (1, 'psalm')`;
    await backend.admin`delete from public.songs`;
    expect(await received.at(0)).toMatchObject({
      event: "INSERT",
      payload: {
        schema: "public",
        table: "songs",
        operation: "INSERT",
        record: { id: 1, title: "psalm" },
        old_record: null,
      },
    });
    expect(await received.at(1)).toMatchObject({ event: "DELETE", payload: { record: null } });
  });

  describe("with tokens", () => {
    /** Waits for the server's last message on a channel. */
    const ending = (channel: RealtimeChannel): Promise<string> =>
      new Promise((resolve) => {
        channel.on("system", {}, (payload: { status: string; message: string }) => {
          if (payload.status === "error") resolve(payload.message);
        });
      });

    it("close a channel whose token has expired", async () => {
      const anna = await joinAs(backend);
      const choir = secret(anna.client, "choir");
      await joined(choir);
      const ended = ending(choir);
      backend.advance(16 * 60_000);
      expect(await ended).toBe("Token has expired");
      expect(choir.state).toBe("closed");
      backend.advance(-16 * 60_000);
      await anna.client.removeAllChannels();
    });

    it("close a channel whose session has ended", async () => {
      const anna = await joinAs(backend);
      const choir = secret(anna.client, "choir");
      await joined(choir);
      const ended = ending(choir);
      await backend.admin`delete from auth.sessions where user_id = ${anna.id}`;
      expect(await ended).toBe("The session of the token has ended");
      await anna.client.removeAllChannels();
    });

    it("close a channel that a new token may not read, and keep a readable one", async () => {
      const [anna, ruth] = [await joinAs(backend), await joinAs(backend)];
      const tokenOf = async (client: SupabaseClient): Promise<string> =>
        (await client.auth.getSession()).data.session?.access_token ?? "";
      const client = clients.add(listenerOf(backend));
      await client.realtime.setAuth(await tokenOf(anna.client));
      const own = secret(client, `own:${anna.id}`);
      const choir = secret(client, "choir");
      await Promise.all([joined(own), joined(choir)]);
      const ended = ending(own);
      await client.realtime.setAuth(await tokenOf(ruth.client));
      expect(await ended).toBe(
        `You do not have permissions to read from this Channel topic: own:${anna.id}`,
      );
      expect(await choir.send({ type: "broadcast", event: "say", payload: {} })).toBe("ok");
    });

    it("name the invalid claims of a token", async () => {
      const { keys, url } = backend;
      const claims = {
        role: "authenticated",
        iss: `${url}/auth/v1`,
        aud: "authenticated",
        exp: 4_000_000_000,
        sub: "anna",
        session_id: crypto.randomUUID(),
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: keys.signingKeyId })
        .sign(keys.signingKey);
      const client = clients.add(visitorOf(backend));
      await client.realtime.setAuth(token);
      await expect(joined(secret(client, "news"))).rejects.toThrow(
        "InvalidJWTToken: Fields `sub` are not valid in JWT",
      );
    });

    it("serve a user whose id is a valid uuid only in PostgreSQL", async () => {
      const id = "11111111-1111-1111-1111-111111111111";
      const account = { email: "seeded@example.org", password: GOOD_PASSWORD };
      const { admin } = operatorOf(backend).auth;
      expect((await admin.createUser({ id, email_confirm: true, ...account })).error).toBeNull();
      const client = clients.add(visitorOf(backend));
      expect((await client.auth.signInWithPassword(account)).error).toBeNull();
      expect((await client.auth.getUser()).data.user?.id).toBe(id);
      expect((await client.from("profiles").select("id")).data).toEqual([{ id }]);
      await joined(secret(client, `own:${id}`));
    });

    it.each([
      ["no.jwt.atall", "MalformedJWT: The token provided is not a valid JWT"],
      ["", "MalformedJWT: The token provided is not a valid JWT"],
    ])("reject a join with %j as its token", async (token, reason) => {
      const client = clients.add(visitorOf(backend));
      await client.realtime.setAuth(token || "x");
      await expect(joined(secret(client, "news"))).rejects.toThrow(reason);
    });
  });
});
