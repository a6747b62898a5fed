import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killPostmaster, makeDataDir, removeDataDir } from "#backend/testing/crash-drill.ts";
import { printMeasurements } from "#backend/testing/measurements.ts";
import { startWriter } from "#backend/testing/start-writer.ts";
import { openHere } from "#backend/testing/test-database.ts";

const CRASH_ROUNDS = 30;
const ROWS_PER_ROUND = 200;

/** F-01 at length: `npm run test:soak`. Every second round leaves PostgreSQL behind as an orphan. */
describe("thirty crashes under writes", () => {
  let dataDir = "";
  beforeAll(() => {
    dataDir = makeDataDir();
  });
  afterAll(() => removeDataDir(dataDir));

  it("lose no acknowledged row and no start fails", async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < CRASH_ROUNDS; round += 1) {
      const writer = await startWriter(dataDir);
      await writer.untilWritten(ROWS_PER_ROUND);
      const isPowerCut = round % 2 === 0;
      await Promise.all([isPowerCut ? killPostmaster(dataDir) : null, writer.killServer()]);
      acknowledged.push(...writer.acknowledged);
    }
    const database = await openHere(dataDir);
    const rows = await database.auth<{ number: number }[]>`select number from auth.written`;
    const kept = new Set(rows.map(({ number }) => number));
    const lost = acknowledged.filter((number) => !kept.has(number));
    printMeasurements("kill -9 of a writer and its database", {
      rounds: CRASH_ROUNDS,
      "acknowledged writes": acknowledged.length,
      lost: lost.length,
    });
    expect(lost).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(CRASH_ROUNDS * ROWS_PER_ROUND);
    await database.close();
  });
});
