import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "#backend/realtime/realtime-client.fixture.ts";
import type { Database } from "#backend/database/database.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";
import { type Bus, createBus } from "./bus.ts";
import type { BusMessage } from "./bus-messages.ts";

const PRESENCES: BusMessage = { type: "presences", topics: [] };

function openBus(
  database: Database,
  onMessage: (content: BusMessage) => void = () => undefined,
): Bus {
  return createBus(
    { database, log: createLogger("silent") },
    {
      onMessage: (_from, content) => onMessage(content),
      onServerJoined: () => undefined,
      onServerLeft: () => undefined,
    },
  );
}

describe("two servers that start together", () => {
  let test: TestDatabase;
  let second: Database;

  beforeAll(async () => {
    test = await createTestDatabase();
    second = test.openAgain();
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  it("receive each other's first message, also when one starts slowly", async () => {
    const listens = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: Database = {
      ...test.database,
      async listen(channel, listener) {
        await test.database.listen(channel, listener);
        listens.resolve();
        await goOn.promise;
      },
    };
    const received = listen<BusMessage>();
    const one = openBus(slow, received.record);
    const two = openBus(second);
    const start = one.start();
    await listens.promise;
    await two.start();
    two.publish(PRESENCES);
    expect(await received.find(({ type }) => type === "presences")).toEqual(PRESENCES);
    goOn.resolve();
    await start;
    await Promise.all([one.close(), two.close()]);
  });
});
