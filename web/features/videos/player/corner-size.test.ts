import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cornerStyle } from "./corner-size.ts";

const SHEET = readFileSync(join(import.meta.dirname, "video-surface.css"), "utf8");

it("a film of the platform is at least 200 px high in the corner, our own has no least size", () => {
  expect(cornerStyle("dQw4w9WgXcQ")).toEqual({
    "--least-height": "200px",
    "--least-width": "356px",
  });
  expect(cornerStyle("clip-song-2")).toEqual({ "--least-height": "0px", "--least-width": "0px" });
});

it("each width of the small picture respects it, and narrow windows keep its height", () => {
  const small = SHEET.slice(SHEET.indexOf(".video-picture.is-away"));
  const widths = [...small.matchAll(/[\s{]width: ([^;]+);/g)].map(([, width]) => width);
  expect(widths.length).toBeGreaterThan(2);
  for (const width of widths) expect(width).toMatch(/^max\(\d+rem, var\(--least-width\)\)$/);
  expect(small.match(/min-height: var\(--least-height\)/g)).toHaveLength(2);
});
