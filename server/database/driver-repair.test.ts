import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { REPAIRED_FILES, repairedText } from "./driver-repair.ts";

const source = join(dirname(createRequire(import.meta.url).resolve("postgres")), "../../src");

describe("the driver's repair", () => {
  it.each([...REPAIRED_FILES])(
    "fits %s of the installed version: another one must be looked at",
    (name, repairs) => {
      const text = repairedText(readFileSync(join(source, name), "utf8"), repairs);
      for (const { repaired } of repairs) expect(text).toContain(repaired);
    },
  );

  it("leaves a text alone in which it has no place", () => {
    const [repairs = []] = REPAIRED_FILES.values();
    expect(repairedText("function nextWrite(fn) {}", repairs)).toBeNull();
    expect(repairedText("", repairs)).toBeNull();
  });
});
