import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joined, listen, listenerOf, openClients, VERSIONS } from "./realtime-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

type Message = { readonly event: string; readonly payload: unknown };

describe.each(VERSIONS)("broadcast with the unmodified client, protocol %s", (vsn) => {
  let backend: TestBackend;
  const clients = openClients();
  const connect = (version: string = vsn): SupabaseClient =>
    clients.add(listenerOf(backend, { vsn: version }));

  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(async () => {
    await clients.leave();
    await backend.close();
  });

  it("reaches all members of the channel except the sender", async () => {
    const mine = listen<Message>();
    const theirs = listen<Message>();
    const sender = connect().channel("room").on("broadcast", { event: "*" }, mine.record);
    const other = connect().channel("room").on("broadcast", { event: "say" }, theirs.record);
    await Promise.all([joined(sender), joined(other)]);
    expect(await sender.send({ type: "broadcast", event: "say", payload: { text: "é" } })).toBe(
      "ok",
    );
    expect(await theirs.at(0)).toMatchObject({ event: "say", payload: { text: "é" } });
    expect(mine.all).toEqual([]);
  });

  it("reaches the sender with self, and is acknowledged with ack", async () => {
    const received = listen<Message>();
    const channel = connect()
      .channel("mirror", { config: { broadcast: { self: true, ack: true } } })
      .on("broadcast", { event: "say" }, received.record);
    await joined(channel);
    expect(await channel.send({ type: "broadcast", event: "say", payload: { n: 1 } })).toBe("ok");
    expect((await received.at(0)).payload).toEqual({ n: 1 });
  });

  it("reaches sockets of the other protocol", async () => {
    const received = listen<Message>();
    const other = connect(vsn === "1.0.0" ? "2.0.0" : "1.0.0")
      .channel("mixed")
      .on("broadcast", { event: "say" }, received.record);
    const sender = connect().channel("mixed");
    await Promise.all([joined(other), joined(sender)]);
    await sender.send({ type: "broadcast", event: "say", payload: { from: vsn } });
    expect(await received.at(0)).toMatchObject({ event: "say", payload: { from: vsn } });
  });

  it("reaches only its own channel", async () => {
    const received = listen<Message>();
    const client = connect();
    const one = client.channel("one").on("broadcast", { event: "*" }, received.record);
    const two = client.channel("two", { config: { broadcast: { self: true } } });
    const ended = listen<Message>();
    two.on("broadcast", { event: "*" }, ended.record);
    await Promise.all([joined(one), joined(two)]);
    await two.send({ type: "broadcast", event: "say", payload: {} });
    await ended.at(0);
    expect(received.all).toEqual([]);
  });

  it("is sent over HTTP by a client that has not joined, and by httpSend", async () => {
    const received = listen<Message>();
    const listening = connect().channel("news").on("broadcast", { event: "*" }, received.record);
    await joined(listening);
    const sender = connect().channel("news");
    expect(await sender.httpSend("headline", { text: "one" })).toEqual({ success: true });
    expect(await received.at(0)).toMatchObject({ event: "headline", payload: { text: "one" } });
    await fetch(`${backend.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({
        messages: [{ topic: "news", event: "headline", payload: { text: "two" } }],
      }),
    });
    expect((await received.at(1)).payload).toEqual({ text: "two" });
  });

  it("is sent by the database", async () => {
    const received = listen<Message>();
    const channel = connect().channel("board").on("broadcast", { event: "*" }, received.record);
    await joined(channel);
    await backend.admin`select realtime.send('{"n":1}'::jsonb, 'changed', 'board', false)`;
    const long = "x".repeat(20_000);
    await backend.admin`
      select realtime.send(jsonb_build_object('text', ${long}::text), 'changed', 'board', false)`;
    expect(await received.at(0)).toMatchObject({ event: "changed", payload: { n: 1 } });
    expect((await received.at(1)).payload).toMatchObject({ text: long });
  });
});

describe("binary broadcast", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("arrives as bytes, over the socket and over HTTP", async () => {
    const client = listenerOf(backend);
    const received = listen<{ event: string; payload: ArrayBuffer }>();
    const channel = client
      .channel("bytes", { config: { broadcast: { self: true } } })
      .on("broadcast", { event: "*" }, (message) => {
        received.record({ event: message.event, payload: message["payload"] });
      });
    await joined(channel);
    const bytes = new Uint8Array([0, 1, 254, 255]);
    await channel.send({ type: "broadcast", event: "raw", payload: bytes.buffer });
    expect(new Uint8Array((await received.at(0)).payload)).toEqual(bytes);
    expect(await channel.httpSend("posted", bytes)).toEqual({ success: true });
    expect(new Uint8Array((await received.at(1)).payload)).toEqual(bytes);
    await client.removeAllChannels();
  });
});
