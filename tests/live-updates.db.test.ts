import { afterAll, beforeAll, expect, it } from "vitest";
import { LIVE_CHANGED, LIVE_TOPIC } from "#shared/live/live-topic.ts";
import { joined, listen, listenerOf, type TestBackend } from "@reign-tv/backend/testing";
import { startTestBackend } from "./support/test-backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

it("notifies all clients of a channel change, which only the server can send", async () => {
  const received = listen<{ readonly payload: unknown }>();
  const clients = [listenerOf(backend), listenerOf(backend)] as const;
  const [guest, troll] = clients.map((client) =>
    client.channel(LIVE_TOPIC, { config: { private: true, broadcast: { ack: true } } }),
  );
  if (guest === undefined || troll === undefined) throw new Error("There are two clients.");
  guest.on("broadcast", { event: LIVE_CHANGED }, ({ payload }) => received.record({ payload }));
  await Promise.all([joined(guest), joined(troll)]);
  const forged = { type: "broadcast", event: LIVE_CHANGED, payload: { forged: true } } as const;
  expect(await troll.send(forged, { timeout: 300 })).toBe("timed out");
  await troll.httpSend(LIVE_CHANGED, { forged: true });
  backend.tell(LIVE_TOPIC, LIVE_CHANGED, {});
  await received.at(0);
  expect(received.all).toEqual([{ payload: {} }]);
  await Promise.all(clients.map((client) => client.removeAllChannels()));
});
