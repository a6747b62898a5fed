import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joined, listen, listenerOf, openClients, VERSIONS } from "./realtime-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

/** A person's channel, and its visible keys after each change. */
type Person = {
  readonly channel: RealtimeChannel;
  readonly seen: ReturnType<typeof listen<readonly string[]>>;
};

function personIn(client: SupabaseClient, room: string, key: string): Person {
  const seen = listen<readonly string[]>();
  const channel = client.channel(room, { config: { presence: { key } } });
  channel.on("presence", { event: "sync" }, () => {
    seen.record(Object.keys(channel.presenceState()).toSorted());
  });
  return { channel, seen };
}

const sees =
  (...keys: readonly string[]) =>
  (seen: readonly string[]): boolean =>
    seen.join() === keys.join();

describe.each(VERSIONS)("presence with the unmodified client, protocol %s", (vsn) => {
  let backend: TestBackend;
  const clients = openClients();
  const connect = (): SupabaseClient => clients.add(listenerOf(backend, { vsn }));

  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(async () => {
    await clients.leave();
    await backend.close();
  });

  it("shows present keys to a new member, and new keys to present members", async () => {
    const anna = personIn(connect(), "hall", "anna");
    await joined(anna.channel);
    expect(await anna.channel.track({ seat: 1 })).toBe("ok");
    await anna.seen.find(sees("anna"));
    const ruth = personIn(connect(), "hall", "ruth");
    await joined(ruth.channel);
    await ruth.seen.find(sees("anna"));
    expect(ruth.channel.presenceState()["anna"]).toMatchObject([{ seat: 1 }]);
    await ruth.channel.track({ seat: 2 });
    await anna.seen.find(sees("anna", "ruth"));
  });

  it("replaces and removes an entry", async () => {
    const anna = personIn(connect(), "change", "anna");
    const ruth = personIn(connect(), "change", "ruth");
    const leaves = listen<{ readonly key: string }>();
    ruth.channel.on("presence", { event: "leave" }, leaves.record);
    await Promise.all([joined(anna.channel), joined(ruth.channel)]);
    await anna.channel.track({ seat: 1 });
    await ruth.seen.find(sees("anna"));
    await anna.channel.track({ seat: 7 });
    await leaves.find(({ key }) => key === "anna");
    expect(ruth.channel.presenceState()["anna"]).toMatchObject([{ seat: 7 }]);
    expect(await anna.channel.untrack()).toBe("ok");
    await ruth.seen.find(sees());
  });

  it("removes the entry of a broken connection", async () => {
    const anna = personIn(connect(), "crash", "anna");
    const ruth = personIn(connect(), "crash", "ruth");
    await Promise.all([joined(anna.channel), joined(ruth.channel)]);
    await anna.channel.track({});
    await ruth.seen.find(sees("anna"));
    await anna.channel.socket.disconnect();
    await ruth.seen.find(sees());
    expect(ruth.channel.presenceState()).toEqual({});
  });

  it("rejects a payload that is not a map, and enables presence on track", async () => {
    const anna = personIn(connect(), "odd", "anna");
    await joined(anna.channel);
    expect(await anna.channel.send({ type: "presence", event: "track", payload: [1] })).toBe(
      "error",
    );
    expect(await anna.channel.send({ type: "presence", event: "TRACK", payload: {} })).toBe("ok");
  });
});
