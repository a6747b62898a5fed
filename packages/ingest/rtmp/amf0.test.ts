import {
  array,
  assert,
  boolean,
  constant,
  double,
  letrec,
  oneof,
  property,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { expect, it } from "vitest";
import { unexpectedError } from "#ingest/testing/unexpected-error.ts";
import { readAmf0, writeAmf0, type AmfValue } from "./amf0.ts";
import { RtmpError } from "./protocol.ts";

const amfValue = letrec<{ value: AmfValue }>((tie) => ({
  value: oneof(
    { maxDepth: 4, withCrossShrink: true },
    double({ noNaN: true }),
    boolean(),
    string(),
    constant(null),
    array(tie("value"), { maxLength: 4 }),
    array(tuple(string({ minLength: 1 }), tie("value")), { maxLength: 4 }).map(
      (members) => new Map(members),
    ),
  ),
})).value;

it("reads what it writes", () => {
  assert(
    property(array(amfValue, { maxLength: 5 }), (values) => {
      expect(readAmf0(writeAmf0(...values))).toEqual(values);
    }),
  );
});

it("throws nothing but its own error for any bytes", () => {
  assert(
    property(uint8Array({ maxLength: 300 }), (bytes) => {
      expect(unexpectedError(() => readAmf0(bytes))).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

it("keeps `__proto__` as a key like any other", () => {
  const [options] = readAmf0(writeAmf0(new Map([["__proto__", "x"]])));
  expect(options).toEqual(new Map([["__proto__", "x"]]));
});

it("reads arrays with keys whatever length they claim, dates, and typed objects", () => {
  const members = [0, 1, 97, 5, 0, 0, 9];
  expect(readAmf0(Uint8Array.of(8, 255, 255, 255, 255, ...members))).toEqual([
    new Map([["a", null]]),
  ]);
  expect(readAmf0(Uint8Array.of(16, 0, 1, 84, ...members))).toEqual([new Map([["a", null]])]);
  expect(readAmf0(Uint8Array.of(11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toEqual([0]);
});

it("writes and reads strings above 64 kB minus one only up to the limit", () => {
  expect(readAmf0(writeAmf0("a".repeat(65_536)))).toEqual(["a".repeat(65_536)]);
  expect(() => readAmf0(writeAmf0("a".repeat(65_537)))).toThrow(RtmpError);
});
