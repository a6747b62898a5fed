import { expect, it } from "vitest";
import { plainText, plainValue, summaryLine } from "./clean-body.domain.ts";

it.each([
  ["Amen\r\nand\ramen", "Amen\nand\namen"],
  ["a\u0000b\u0007c\td", "abc\td"],
  ["\u202Eevil\u2066", "evil"],
  ["Qu’il vienne : «\u00A0oui\u00A0»", "Qu’il vienne : «\u00A0oui\u00A0»"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
])("cleans %j to %j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

it("cleans texts at any depth", () => {
  expect(plainValue({ a: ["\u0000x", { b: "y\u202E" }], c: 5, d: null, e: true })).toEqual({
    a: ["x", { b: "y" }],
    c: 5,
    d: null,
    e: true,
  });
});

it("shortens a summary to one line of at most 200 characters", () => {
  expect(summaryLine("  Changed\n the\tname ")).toBe("Changed the name");
  expect(Array.from(summaryLine("🕊".repeat(300)))).toHaveLength(200);
});
