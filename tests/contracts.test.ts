import { describe, expectTypeOf, test } from "vitest";
import type { Row } from "#shared/contracts/database.ts";
import type { Profile } from "#shared/contracts/profile.ts";

/**
 * What the type checker compares here, because nothing else would: the shapes of shared/contracts with
 * those that are made elsewhere (decision 031).
 */

describe("a contract of a table", () => {
  test("has the columns of its row, each as the migrations type it", () => {
    expectTypeOf<Profile>().toEqualTypeOf<Omit<Row<"profiles">, "id" | "updated_at">>();
  });
});
