import { expect, it } from "vitest";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { localTextIn, displayValue, textIn } from "./field-text.domain.ts";

const texts = kitMessages.en.field;

it.each([
  ["Reign TV", "Reign TV"],
  ["", texts.none],
  [undefined, texts.none],
  [true, texts.yes],
  [false, texts.no],
  [45, "45"],
  [{ en: "Live", fr: "En direct" }, "English: Live\nFrançais: En direct"],
  [{ kind: "hls" }, '{\n  "kind": "hls"\n}'],
  [{}, "{}"],
])("shows %j as %j", (value, expected) => {
  expect(displayValue(value, texts)).toBe(expected);
});

it.each([[null], [{ en: 5n }], [[]], [() => "x"]])("what is no text reads as none: %s", (value) => {
  expect(textIn(value)).toBe("");
  expect(localTextIn(value, "fr")).toBe("");
});
