import { expect, it } from "vitest";
import { buttonStyle } from "./button-style.ts";

it.each(["brand", "gold", "quiet", "outline", "danger"] as const)(
  "a button in %s has one text colour, because two would depend on the order of the style sheet",
  (tone) => {
    expect(buttonStyle(tone).match(/(?<![\w:-])text-(?!sm\b|center\b)[\w-]+/g)).toHaveLength(1);
  },
);
