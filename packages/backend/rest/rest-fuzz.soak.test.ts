import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fuzzRest } from "./rest-fuzz.fixture.ts";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";
import { printMeasurements } from "#backend/testing/measurements.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

describe("20,000 random requests (B-02)", () => {
  it("get no 5xx and no hidden row, and change no row of other users", async () => {
    const seen = await fuzzRest(world, { reads: 16_000, writes: 4_000 });
    printMeasurements("random calls of /rest/v1", {
      calls: [...seen.values()].reduce((sum, count) => sum + count, 0),
      statuses: [...seen].map(([status, count]) => `${status}: ${count}`).join("; "),
    });
    // Enough requests succeed to be meaningful.
    expect(seen.get(200)).toBeGreaterThan(5_000);
    expect(seen.get(201)).toBeGreaterThan(100);
    expect(seen.get(204)).toBeGreaterThan(100);
  }, 1_800_000);
});
