import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draftRelease, publishRelease, returnToRelease } from "./releases.mjs";

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW_MS = Date.parse("2026-11-22T10:00:00Z");

describe("builds", () => {
  let dist = "";
  beforeEach(() => {
    dist = join(mkdtempSync(join(tmpdir(), "releases-")), "dist");
  });
  afterEach(() => rmSync(join(dist, ".."), { recursive: true, force: true }));

  function build(text: string, nowMs: number): void {
    const draft = draftRelease(dist, nowMs);
    mkdirSync(join(draft, "client"));
    writeFileSync(join(draft, "client", "app.js"), text);
    publishRelease(dist, draft, nowMs);
  }
  const current = () => readFileSync(join(dist, "client", "app.js"), "utf8");
  const releases = () => readdirSync(join(dist, "releases"));

  it("replace the last one only when they are finished", () => {
    build("first", NOW_MS);
    const draft = draftRelease(dist, NOW_MS + 1);
    mkdirSync(join(draft, "client"));
    expect(current()).toBe("first");
    expect(releases()).toHaveLength(1);
    writeFileSync(join(draft, "client", "app.js"), "second");
    publishRelease(dist, draft, NOW_MS + 1);
    expect(current()).toBe("second");
    expect(releases()).toHaveLength(2);
  });

  it("can be switched back to", () => {
    build("first", NOW_MS);
    const [first = ""] = releases();
    build("second", NOW_MS + 1);
    returnToRelease(dist, first);
    expect(current()).toBe("first");
    expect(releases()).toHaveLength(2);
  });

  it("stay for a week after they were replaced or last used", () => {
    build("first", NOW_MS - 30 * DAY_MS);
    build("second", NOW_MS - 6 * DAY_MS);
    build("third", NOW_MS);
    // The first was in use until six days ago.
    expect(releases()).toHaveLength(3);
    build("fourth", NOW_MS + 2 * DAY_MS);
    expect(releases().map((name) => name.slice(0, 10))).toEqual([
      "2026-11-16",
      "2026-11-22",
      "2026-11-24",
    ]);
  });

  it("of the layout before releases are still served", () => {
    mkdirSync(join(dist, "client"), { recursive: true });
    writeFileSync(join(dist, "client", "app.js"), "old layout");
    build("first", NOW_MS);
    expect(current()).toBe("first");
    const [old = ""] = releases();
    expect(readFileSync(join(dist, "releases", old, "client", "app.js"), "utf8")).toBe(
      "old layout",
    );
  });

  it("leave no draft for long when they were killed", () => {
    draftRelease(dist, NOW_MS - 2 * DAY_MS);
    build("first", Date.now() + 2 * DAY_MS);
    expect(readdirSync(join(dist, "drafts"))).toEqual([]);
  });
});
