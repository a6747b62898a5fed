import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "#server/backend/realtime/realtime-client.fixture.ts";
import type { Database } from "#server/database/database.ts";
import { createLogger } from "#server/kit/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { type Bus, createBus } from "./bus.ts";
import type { BusContent } from "./bus-messages.ts";

const PRESENCES: BusContent = { type: "presences", topics: [] };

function openBus(database: Database, hear: (content: BusContent) => void = () => undefined): Bus {
  return createBus(
    { database, log: createLogger("silent") },
    {
      onContent: (_from, content) => hear(content),
      onServerCame: () => undefined,
      onServerLeft: () => undefined,
    },
  );
}

describe("two servers that start at once", () => {
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

  it("hear each other from the first word, also while one of them is slow to start", async () => {
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
    const heard = listen<BusContent>();
    const one = openBus(slow, heard.hear);
    const two = openBus(second);
    const start = one.start();
    await listens.promise;
    await two.start();
    two.publish(PRESENCES);
    expect(await heard.find(({ type }) => type === "presences")).toEqual(PRESENCES);
    goOn.resolve();
    await start;
    await Promise.all([one.close(), two.close()]);
  });
});
