import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fuzzRest } from "./rest-fuzz.fixture.ts";
import { createRestWorld } from "./rest-world.fixture.ts";
import type { RestWorld } from "./rest-world.fixture.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await createRestWorld();
});
afterAll(() => world.close());

describe("500 random requests (B-02)", () => {
  it("get no 5xx and no hidden row, and change no row of other users", async () => {
    const seen = await fuzzRest(world, { reads: 400, writes: 100 });
    // Enough requests succeed to be meaningful.
    expect(seen.get(200)).toBeGreaterThan(125);
    // Both kinds together: with a random seed, one kind alone may be rare.
    expect((seen.get(201) ?? 0) + (seen.get(204) ?? 0)).toBeGreaterThan(3);
  }, 120_000);
});
