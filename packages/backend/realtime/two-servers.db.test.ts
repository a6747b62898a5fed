import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { joined, listen, listenerOf } from "./realtime-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

describe("channels of two servers on one database", () => {
  let one: TestBackend;
  let two: TestBackend;

  beforeAll(async () => {
    one = await startTestBackend();
    two = await startTestBackend({ sharedWith: one });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  it("carry messages of any length, in both encodings", async () => {
    const received = listen<{ payload: unknown }>();
    const here = listenerOf(one);
    const there = listenerOf(two);
    const listening = here.channel("room").on("broadcast", { event: "*" }, (message) => {
      received.record({ payload: message["payload"] });
    });
    await joined(listening);
    const sender = there.channel("room");
    await joined(sender);
    const long = "long ".repeat(10_000);
    await sender.send({ type: "broadcast", event: "say", payload: { text: "short" } });
    await sender.send({ type: "broadcast", event: "say", payload: { text: long } });
    await sender.send({ type: "broadcast", event: "say", payload: new Uint8Array([1, 2]).buffer });
    await there.channel("room").httpSend("say", { text: "posted" });
    expect(await received.at(3)).toEqual({ payload: { text: "posted" } });
    expect(received.all.slice(0, 2)).toEqual([
      { payload: { text: "short" } },
      { payload: { text: long } },
    ]);
    await Promise.all([here.removeAllChannels(), there.removeAllChannels()]);
  });

  it("show presences of the other server, also to a later server, and remove those of a stopped one", async () => {
    const here = listenerOf(one);
    const anna = here.channel("hall", { config: { presence: { key: "anna" } } });
    const seen = listen<string>();
    anna.on("presence", { event: "sync" }, () => {
      seen.record(Object.keys(anna.presenceState()).toSorted().join());
    });
    await joined(anna);
    await anna.track({});
    const later = await startTestBackend({ sharedWith: one });
    const there = listenerOf(later);
    const ruth = there.channel("hall", { config: { presence: { key: "ruth" } } });
    const ruthSees = listen<string>();
    ruth.on("presence", { event: "sync" }, () => {
      ruthSees.record(Object.keys(ruth.presenceState()).toSorted().join());
    });
    await joined(ruth);
    await ruth.track({});
    await seen.find((keys) => keys === "anna,ruth");
    await ruthSees.find((keys) => keys === "anna,ruth");
    await later.close();
    await seen.find(() => seen.all.at(-1) === "anna");
    expect(Object.keys(anna.presenceState())).toEqual(["anna"]);
    await Promise.all([here.removeAllChannels(), there.removeAllChannels()]);
  });
});
