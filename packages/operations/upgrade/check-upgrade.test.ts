import { describe, expect, it } from "vitest";
import { changesForGood, checkUpgrade, type UpgradeConditions } from "./check-upgrade.ts";
import type { NextRelease } from "./next-release.ts";

const NOW_MS = Date.parse("2026-11-22T10:00:00Z");
const NEXT: NextRelease = {
  from: { commit: "a".repeat(40), version: "1.0.0" },
  to: { commit: "b".repeat(40), version: "1.1.0" },
  migrations: [{ file: "20270101000000_more.sql", contracts: false }],
  postgres: { from: "18", to: "18" },
  changesDependencies: false,
  duties: [],
  conflicts: [],
  follows: true,
};
const CONDITIONS: UpgradeConditions = {
  next: NEXT,
  database: "embedded",
  newestBackupMs: NOW_MS - 7 * 3_600_000,
  freeBytes: 5_000_000_000,
  isServerRunning: true,
  isServerBehind: false,
  isBackedUp: false,
  nowMs: NOW_MS,
};
const CONTRACTING = { ...NEXT, migrations: [{ file: "20270101000000_less.sql", contracts: true }] };

const check = (changes: Partial<UpgradeConditions>, next: Partial<NextRelease> = {}) =>
  checkUpgrade({ ...CONDITIONS, ...changes, next: { ...(changes.next ?? NEXT), ...next } });
const problems = (results: ReturnType<typeof checkUpgrade>) =>
  results.filter(({ status }) => status === "problem").map(({ text }) => text);

describe("the check before an upgrade", () => {
  it("lists the effects", () => {
    const texts = check({}).map(({ topic, text }) => `${topic}: ${text}`);
    expect(texts).toEqual([
      "release: upgrade from 1.0.0 (aaaaaaaaa) to 1.1.0 (bbbbbbbbb)",
      "migrations: 20270101000000_more.sql only adds to the database",
      "PostgreSQL: stays at 18",
      "backup: the latest backup is 7 hours old",
      "disk: 5000 MB free, 200 MB needed",
      "server: runs, and is restarted by its supervisor",
    ]);
  });

  it("says when there is nothing to do", () => {
    expect(check({}, { to: NEXT.from })[0]?.text).toContain("nothing to do");
  });

  it.each([
    ["an older release", check({}, { follows: false }), "does not follow"],
    ["a full disk", check({ freeBytes: 1_000 }), "0 MB free"],
    [
      "too little room for dependencies",
      check({ freeBytes: 500_000_000 }, { changesDependencies: true }),
      "900 MB needed",
    ],
    ["a file changed on both sides", check({}, { conflicts: ["ministry.json"] }), "ministry.json"],
    [
      "a database elsewhere that changes for good",
      check({ database: "elsewhere", next: CONTRACTING }),
      "DATABASE_URL",
    ],
  ])("rejects %s", (_, results, words) => {
    expect(problems(results)).toEqual([expect.stringContaining(words)]);
  });

  it("trusts the operator that an external database has its backup", () => {
    expect(problems(check({ database: "elsewhere", next: CONTRACTING, isBackedUp: true }))).toEqual(
      [],
    );
  });

  it("announces the backup before a removal", () => {
    expect(changesForGood(CONTRACTING)).toBe(true);
    const texts = check({ next: CONTRACTING }).map(({ text }) => text);
    expect(texts).toContain("the latest backup is 7 hours old; the upgrade makes one first");
    expect(changesForGood({ ...NEXT, postgres: { from: "18", to: "19" } })).toBe(true);
    expect(changesForGood(NEXT)).toBe(false);
  });

  it("prints the changelog's lines for operators", () => {
    const duty = "Operators must set PUBLIC_URL.";
    expect(check({}, { duties: [duty] }).at(-1)).toMatchObject({ status: "look", text: duty });
  });

  it("warns about a missing backup and a server that does not run", () => {
    const looks = check({ newestBackupMs: null, isServerRunning: false }).filter(
      ({ status }) => status === "look",
    );
    expect(looks.map(({ topic }) => topic)).toEqual(["backup", "server"]);
  });
});
