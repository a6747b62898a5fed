import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const STYLES = readFileSync(new URL("app.css", import.meta.url), "utf8");

/** Colours of a theme by name, from the last block that opens with a selector. */
function coloursOf(selector: string): ReadonlyMap<string, string> {
  const block = STYLES.split(`  ${selector} {`)
    .map((rest) => rest.split("}")[0] ?? "")
    .find((rules) => rules.includes("--canvas:"));
  const pairs = [...(block ?? "").matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)];
  return new Map(pairs.map(([, name = "", colour = ""]) => [name, colour]));
}

/** Relative luminance of a colour, by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([":root", ".dark"])("the focus ring in the theme of %s", (selector) => {
  const colours = coloursOf(selector);
  const ring = colours.get("brand") ?? "";

  it.each(["canvas", "surface", "raised", "line", "brand-soft", "gold-soft", "danger-soft"])(
    "has a contrast of at least three to one with %s",
    (ground) => {
      expect(contrast(ring, colours.get(ground) ?? "")).toBeGreaterThanOrEqual(3);
    },
  );

  it("is drawn in that colour, on its own background that images cannot hide", () => {
    const rule = /:focus-visible \{[^}]*\}/.exec(STYLES)?.[0] ?? "";
    expect(rule).toContain("outline: 3px solid var(--brand)");
    expect(rule).toContain("box-shadow: 0 0 0 6px var(--canvas)");
  });
});
