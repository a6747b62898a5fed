import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cornerStyle } from "./corner.tsx";

/** The rules of the small picture, on its own page and in the corner. */
const SMALL = [
  ["features/videos/player/video-surface.css", ".video-picture.is-away"],
  ["app/layout/deferred.css", ".video-corner"],
].map(([path = "", first = ""]) => {
  const sheet = readFileSync(join("web", path), "utf8");
  const start = sheet.indexOf(first);
  return sheet.slice(start, first === ".video-corner" ? sheet.indexOf("\n}", start) : undefined);
});

it("the platform's player is at least 200 px high in the corner, our own has no least size", () => {
  expect(cornerStyle(false)).toEqual({ "--least-height": "200px", "--least-width": "356px" });
  expect(cornerStyle(true)).toEqual({ "--least-height": "0px", "--least-width": "0px" });
});

it("each width of the small picture respects it, and narrow windows keep its height", () => {
  for (const rules of SMALL) {
    const widths = [...rules.matchAll(/[\s{]width: ([^;]+);/g)].map(([, width]) => width);
    expect(widths.length).toBeGreaterThan(1);
    for (const width of widths) expect(width).toMatch(/^max\(\d+rem, var\(--least-width\)\)$/);
    expect(rules.match(/min-height: var\(--least-height\)/g)).toHaveLength(1);
  }
});
