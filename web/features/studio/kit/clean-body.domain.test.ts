import { expect, it } from "vitest";
import * as v from "valibot";
import { plainText, plainValue, readableBody, summaryLine } from "./clean-body.domain.ts";

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

const schema = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(5)),
  isOn: v.optional(v.boolean()),
});
const defaults = { name: "Reign" };

it.each([
  [
    { name: "Other", isOn: true },
    { name: "Other", isOn: true },
  ],
  [{ name: "Too long a name" }, { name: "Too long a name" }],
  [{ name: 5, isOn: true }, { isOn: true }],
  [{ name: { script: "x" } }, {}],
  [{ stranger: 1, isOn: false }, { isOn: false }],
])("keeps of %j: %j", (body, expected) => {
  expect(readableBody(schema, defaults, body)).toEqual(expected);
});
