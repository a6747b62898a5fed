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
  it("get no 5xx, no row that the caller may not see, and change no row of others", async () => {
    const seen = await fuzzRest(world, { reads: 400, writes: 100 });
    // Enough of them get through to mean something.
    expect(seen.get(200)).toBeGreaterThan(125);
    expect(seen.get(201)).toBeGreaterThan(5);
    expect(seen.get(204)).toBeGreaterThan(2);
  }, 120_000);
});
