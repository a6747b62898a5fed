import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Permission } from "#shared/studio/permissions.ts";
import {
  GOOD_PASSWORD,
  joinAs,
  joined,
  listen,
  listenerOf,
  type Member,
  openClients,
  type TestBackend,
} from "@reign-tv/backend/testing";
import { startTestBackend } from "#tests/support/test-backend.ts";

type Message = { readonly event: string; readonly payload: unknown };

const TOPIC = "studio:announcement:easter";
const BEAT = { type: "broadcast", event: "here", payload: { name: "Ruth" } } as const;

describe("a document's topic", () => {
  let backend: TestBackend;
  const clients = openClients();
  const topic = (client: SupabaseClient, name = TOPIC): RealtimeChannel =>
    client.channel(name, { config: { private: true, broadcast: { ack: true } } });

  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(async () => {
    await clients.leave();
    await backend.close();
  });

  /** Returns a member, with permissions a staff member. */
  async function memberWith(...permissions: readonly Permission[]): Promise<SupabaseClient> {
    return (await staffMemberWith(...permissions)).client;
  }

  async function staffMemberWith(...permissions: readonly Permission[]): Promise<Member> {
    const member = await joinAs(backend);
    const { client, id } = member;
    if (permissions.length > 0) {
      await backend.admin`
        insert into public.staff (user_id, permissions) values (${id}, ${[...permissions]})`;
    }
    clients.add(client);
    return member;
  }

  /** Resolves with the server's last message on a channel. */
  const ending = (channel: RealtimeChannel): Promise<string> =>
    new Promise((resolve) => {
      channel.on("system", {}, (payload: { status: string; message: string }) => {
        if (payload.status === "error") resolve(payload.message);
      });
    });

  it("carries names between staff who may edit the document", async () => {
    const [ann, ben] = [await memberWith("announce"), await memberWith("announce", "videos")];
    const received = listen<Message>();
    const anns = topic(ann).on("broadcast", { event: "*" }, received.record);
    const bens = topic(ben);
    await Promise.all([joined(anns), joined(bens)]);
    expect(await bens.send(BEAT)).toBe("ok");
    expect((await received.at(0)).payload).toEqual(BEAT.payload);
    await expect(joined(topic(ben, "studio:video:abc_-1.x"))).resolves.toBeDefined();
  });

  it("rejects visitors, members and other staff", async () => {
    const outsiders = [
      clients.add(listenerOf(backend)),
      await memberWith(),
      await memberWith("videos", "channels", "devotionals"),
    ];
    for (const client of outsiders) {
      await expect(joined(topic(client))).rejects.toThrow("Unauthorized");
    }
  });

  it.each([
    "studio:announcement",
    "studio:announcement:",
    "studio::easter",
    "studio:stranger:easter",
    "studio:announcement:easter:more",
    "studio:announcement:a b",
    "studio:announcement:easter\nx",
    "xstudio:announcement:easter",
    "STUDIO:announcement:easter",
  ])("rejects another topic: %j", async (name) => {
    const ann = await memberWith("announce");
    await expect(joined(topic(ann, name))).rejects.toThrow("Unauthorized");
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["the row", (id) => backend.admin`delete from public.staff where user_id = ${id}`],
    [
      "the permission",
      (id) => backend.admin`update public.staff set permissions = '{videos}' where user_id = ${id}`,
    ],
    [
      "the time",
      (id) => backend.admin`update public.staff set until = now() where user_id = ${id}`,
    ],
  ])("closes on every server with %s that gave access, for no other user", async (_right, end) => {
    const [ann, ben] = [await staffMemberWith("announce", "videos"), await memberWith("announce")];
    const other = await startTestBackend({ sharedWith: backend });
    const elsewhere = clients.add(listenerOf(other));
    const { email } = ann;
    expect(
      (await elsewhere.auth.signInWithPassword({ email, password: GOOD_PASSWORD })).error,
    ).toBeNull();
    const ended = [topic(ann.client), topic(elsewhere)];
    const bens = topic(ben);
    await Promise.all([...ended, bens].map((channel) => joined(channel)));
    const messages = Promise.all(ended.map(ending));
    await end(ann.id);
    for (const message of await messages) expect(message).toContain("permissions to read");
    expect(await bens.send(BEAT)).toBe("ok");
    await elsewhere.removeAllChannels();
    await other.close();
  });

  it("stays open with a remaining permission, and opens again after a new grant", async () => {
    const { client, id } = await staffMemberWith("announce", "videos");
    const [announcement, video] = [topic(client), topic(client, "studio:video:abc")];
    await Promise.all([joined(announcement), joined(video)]);
    const ended = ending(announcement);
    await backend.admin`update public.staff set permissions = '{videos}' where user_id = ${id}`;
    await ended;
    expect(await video.send(BEAT)).toBe("ok");
    await backend.admin`update public.staff set permissions = '{announce}' where user_id = ${id}`;
    const again = topic(client);
    await joined(again);
    expect(await again.send(BEAT)).toBe("ok");
  });

  it("shares nothing with a public channel of the same name", async () => {
    const ann = await memberWith("announce");
    const visitor = clients.add(listenerOf(backend));
    const received = listen<Message>();
    const secret = topic(ann).on("broadcast", { event: "*" }, received.record);
    const open = visitor.channel(TOPIC, { config: { broadcast: { ack: true } } });
    const receivedInPublic = listen<Message>();
    open.on("broadcast", { event: "*" }, receivedInPublic.record);
    await Promise.all([joined(secret), joined(open)]);
    await open.send({ ...BEAT, payload: { name: "Mallory" } });
    await secret.send(BEAT);
    const ben = await memberWith("announce");
    const bens = topic(ben);
    await joined(bens);
    await bens.send({ ...BEAT, payload: { name: "Ben" } });
    expect((await received.at(0)).payload).toEqual({ name: "Ben" });
    expect(receivedInPublic.all).toEqual([]);
  });
});
