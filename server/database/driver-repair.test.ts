import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { repairedText } from "./driver-repair.ts";

const entry = createRequire(import.meta.url).resolve("postgres");
const FILE = join(dirname(entry), "../../src/connection.js");

describe("the driver's repair", () => {
  it("fits the installed version: another one must be looked at", () => {
    const text = readFileSync(FILE, "utf8");
    expect(repairedText(text)).toContain("if (socket === null) {");
  });

  it("leaves a text alone in which it has no place", () => {
    expect(repairedText("function nextWrite(fn) {}")).toBeNull();
    expect(repairedText("")).toBeNull();
  });
});
