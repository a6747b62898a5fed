import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { FIRST_PAINT_SCRIPT } from "./boot-script.ts";

/** Runs the script on a device that stores these values. @returns the root's classes */
function rootClasses(stored: Record<string, string>): string[] {
  const classes: string[] = [];
  const add = (name: string) => void classes.push(name);
  runInNewContext(FIRST_PAINT_SCRIPT, {
    localStorage: { ...stored, getItem: (key: string) => stored[key] ?? null },
    document: { documentElement: { classList: { add } } },
    navigator: { userAgent: "Mozilla/5.0 (Linux; Android 13)" },
  });
  return classes;
}

it("sets theme and text size before the first paint", () => {
  expect(rootClasses({})).toEqual([]);
  expect(rootClasses({ theme: "dark", "bible-text-size": "4" })).toEqual(["dark", "text-size-4"]);
});

it.each(["5", "-1", "1.5", "large text", "", "null"])("ignores the text size %j", (stored) => {
  expect(rootClasses({ "bible-text-size": stored })).toEqual([]);
});
