import { expect, test } from "vitest";
import { buttonStyle } from "./button-style.ts";

test.each(["brand", "gold", "quiet", "outline", "danger"] as const)(
  "a button in %s has one colour of text: where there are two, the style sheet's order decides",
  (tone) => {
    expect(buttonStyle(tone).match(/(?<![\w:-])text-(?!sm\b)[\w-]+/g)).toHaveLength(1);
  },
);
