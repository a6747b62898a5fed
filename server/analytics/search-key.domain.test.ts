import { expect, test } from "vitest";
import { searchKey } from "./event-counter.ts";

test.each([
  ["  Guérison!  ", "guerison"],
  ["Divine   HEALING", "divine healing"],
  ["2 Timothy 3:16", "2 timothy 3 16"],
  ["<script>alert(1)</script>", "script alert 1 script"],
  ["prayer ".repeat(20), "prayer prayer prayer prayer prayer prayer prayer prayer"],
  ["a".repeat(90), "a".repeat(60)],
])("%j is counted as %j", (text, key) => {
  expect(searchKey(text)).toBe(key);
});

test.each(["ruth@example.org", "+263 77 123 4567", "4111111111111111", "!?", ""])(
  "%j is not counted",
  (text) => {
    expect(searchKey(text)).toBeNull();
  },
);
