import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { requireInput } from "./invalid-input.domain.ts";
import { StorageError } from "./storage-error.ts";

const schema = v.object({
  name: v.pipe(v.string(), v.maxLength(3)),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
  kind: v.optional(v.picklist(["a", "b"])),
  list: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2))),
  limit: v.optional(v.union([v.number(), v.string()])),
  inner: v.optional(v.object({ deep: v.boolean() })),
});

function errorOf(input: unknown): unknown {
  try {
    return requireInput("body", schema, input);
  } catch (error) {
    return error instanceof StorageError ? error.toBody() : error;
  }
}

describe("invalid input", () => {
  it.each([
    [{}, "body must have required property 'name'"],
    [{ name: 1 }, "body/name must be string"],
    [{ name: "long" }, "body/name must NOT have more than 3 characters"],
    [{ name: "a", count: 1.5 }, "body/count must be integer"],
    [{ name: "a", count: "1" }, "body/count must be integer"],
    [{ name: "a", count: 0 }, "body/count must be >= 1"],
    [{ name: "a", count: 10 }, "body/count must be <= 9"],
    [{ name: "a", kind: "c" }, "body/kind must be equal to one of the allowed values"],
    [{ name: "a", list: [] }, "body/list must NOT have fewer than 1 items"],
    [{ name: "a", list: ["", "", ""] }, "body/list must NOT have more than 2 items"],
    [{ name: "a", list: ["", 2] }, "body/list/1 must be string"],
    [{ name: "a", limit: true }, "body/limit must match a schema in anyOf"],
    [{ name: "a", inner: {} }, "body/inner must have required property 'deep'"],
    ["text", "body must be object"],
    [[], "body must be object"],
  ])("%j is rejected with the validator's message", (input, message) => {
    expect(errorOf(input)).toEqual({
      statusCode: "400",
      code: "InvalidRequest",
      error: "Error",
      message,
    });
  });

  it("returns valid input, parsed", () => {
    expect(errorOf({ name: "abc", other: 1 })).toEqual({ name: "abc" });
  });
});
