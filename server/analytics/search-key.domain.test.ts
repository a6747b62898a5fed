import { expect, it } from "vitest";
import { searchKey } from "./event-counter.ts";

it.each([
  ["  Guérison!  ", "guerison"],
  ["Divine   HEALING", "divine healing"],
  ["2 Timothy 3:16", "2 timothy 3 16"],
  ["<script>alert(1)</script>", "script alert 1 script"],
  ["prayer ".repeat(20), "prayer prayer prayer prayer prayer prayer prayer prayer"],
  ["a".repeat(90), "a".repeat(60)],
])("counts %j as %j", (text, key) => {
  expect(searchKey(text)).toBe(key);
});

it.each(["ruth@example.org", "+263 77 123 4567", "4111111111111111", "!?", ""])(
  "ignores %j",
  (text) => {
    expect(searchKey(text)).toBeNull();
  },
);
