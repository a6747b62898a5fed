import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const STYLES = "web/features/studio/studio.css";
const ROUTE = "web/app/routes/studio-route.tsx";
/** Imported by the studio, but not visible inside it. */
const UNSEEN = ["layout/layout", "navigation-effects", "features/studio/"];

/**
 * The studio sheet overrides the sheet of every page. It must contain all classes of shared views, or a class for
 * phones would lose against a general one.
 */
it("contains the classes of every shared view in the studio's sheet", () => {
  const css = readFileSync(STYLES, "utf8");
  const sources = [...css.matchAll(/@source "(?<path>[^"]+)"/g)].map(({ groups }) =>
    join(dirname(STYLES), groups?.["path"] ?? ""),
  );
  const lent = [...readFileSync(ROUTE, "utf8").matchAll(/from "#(?<path>web\/[^"]+\.tsx)"/g)]
    .map(({ groups }) => groups?.["path"] ?? "")
    .filter((path) => !UNSEEN.some((part) => path.includes(part)));
  expect(lent).not.toEqual([]);
  const isKnown = (path: string): boolean =>
    sources.some((source) => !relative(source, path).startsWith(".."));
  expect(lent.filter((path) => !isKnown(path))).toEqual([]);
});
