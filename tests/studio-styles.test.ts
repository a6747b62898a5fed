import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const STYLES = "web/features/studio/studio.css";
const ROUTE = "web/app/routes/studio-route.tsx";
/** Joined to the studio, but nothing of it is to be seen inside. */
const UNSEEN = ["layout/layout", "navigation-effects", "features/studio/"];

/**
 * Inside of the studio its own sheet weighs more than that of every page: what is shown there has all of its
 * classes in it, or a class for phones would lose against the one for all.
 */
it("the studio's sheet knows every view that other parts lend it", () => {
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
