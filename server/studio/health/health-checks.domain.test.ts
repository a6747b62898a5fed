import { describe, expect, it } from "vitest";
import type { ComponentState } from "@reign-tv/kit/fault-registry.ts";
import { healthText } from "#shared/studio/health-texts.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";
import { diskGrowth, runHealthChecks, withDiskPoint } from "./health-checks.domain.ts";

const NOW = Date.parse("2026-11-23T09:00:00Z");
const SINCE = "2026-11-23T08:00:00.000Z";
const LAST = "2026-11-23T07:30:00.000Z";
const ok: ComponentState = { state: "ok", since: SINCE, reason: null, workedAt: LAST };
const failing: ComponentState = { ...ok, state: "failing", reason: "status 500" };
const GB = 1_000_000_000;
const DAY = 86_400_000;

const BACKUPS: NonNullable<HealthSnapshot["backups"]> = {
  missing: null,
  hasMedia: false,
  newest: "b",
  newestAt: "2026-11-23T02:00:00.000Z",
  logWaitingSeconds: null,
  alarms: {},
  proof: {
    backup: "b",
    place: "/backups",
    provenAt: "2026-11-22T03:00:00.000Z",
    failure: null,
    rows: 9,
  },
};
const WELL: HealthSnapshot = {
  nowMs: NOW,
  report: {
    checks: { database: true },
    components: { mail: ok, "youtube-api": ok, "push:push.example": ok, "bible:esv": ok },
  },
  backups: BACKUPS,
  isExternal: false,
  channels: [
    { id: "english", state: "live", since: SINCE, title: null },
    { id: "french", state: "scheduled", since: null, title: null },
  ],
  units: { spent: 10, most: 100 },
  hasMailServer: true,
  database: { sizeBytes: GB, connections: 5, connectionsMost: 40, version: "18.1", devices: 7 },
  ownVideos: { ready: 0, missing: 0 },
  disk: { freeBytes: 50 * GB, sizeBytes: 100 * GB, perDayBytes: null },
  versions: { product: "1.0.0", node: "24.21.0" },
};

/** Status and text of one check. */
function outcomeOf(id: string, changes: Partial<HealthSnapshot>): [string, string] | undefined {
  const check = runHealthChecks({ ...WELL, ...changes }).find((one) => one.id === id);
  return check && [check.tone, check.text];
}
const withComponents = (components: Record<string, ComponentState>): Partial<HealthSnapshot> => ({
  report: { checks: WELL.report.checks, components },
});

describe("health checks", () => {
  it("are good on a healthy server, and off where nothing is configured", () => {
    expect(runHealthChecks(WELL).map(({ id, tone, text }) => [id, tone, text])).toEqual([
      ["channel:english", "good", "channelLive"],
      ["channel:french", "off", "channelOff"],
      ["lists", "good", "unitsGood"],
      ["mail", "good", "mailGood"],
      ["push", "good", "pushGood"],
      ["database", "good", "databaseGood"],
      ["disk", "good", "diskGood"],
      ["backups", "good", "backupsGood"],
      ["parts", "good", "partsGood"],
      ["versions", "good", "versions"],
    ]);
  });

  it.each<[string, string, string, string, Partial<HealthSnapshot>]>([
    [
      "a dead stream",
      "channel:english",
      "bad",
      "channelDown",
      withComponents({ "live:english": failing }),
    ],
    [
      "a channel that is down",
      "channel:a",
      "bad",
      "channelDown",
      { channels: [{ id: "a", state: "down", since: null, title: null }] },
    ],
    ["a silent platform", "lists", "bad", "listsAway", withComponents({ "youtube-api": failing })],
    [
      "a platform with one way left",
      "lists",
      "good",
      "unitsGood",
      withComponents({ "youtube-api": failing, "youtube-feed": ok }),
    ],
    [
      "an unknown list",
      "lists",
      "warn",
      "listsMissing",
      withComponents({ "playlist:PLx": failing }),
    ],
    ["spent units", "lists", "warn", "unitsHigh", { units: { spent: 80, most: 100 } }],
    ["lists without a key", "lists", "good", "listsGood", { units: null }],
    ["lists that nobody asked for", "lists", "off", "listsQuiet", withComponents({})],
    ["no mail server", "mail", "warn", "mailFiles", { hasMailServer: false }],
    ["a mail server that refuses", "mail", "bad", "mailFailing", withComponents({ mail: failing })],
    ["no mail yet", "mail", "off", "mailQuiet", withComponents({})],
    [
      "a push service away",
      "push",
      "warn",
      "pushFailing",
      withComponents({ "push:a.example": failing }),
    ],
    ["no reminder yet", "push", "off", "pushQuiet", withComponents({})],
    ["a database away", "database", "bad", "databaseAway", { database: null }],
    [
      "a database that is full of connections",
      "database",
      "warn",
      "databaseFull",
      {
        database: { sizeBytes: GB, connections: 36, connectionsMost: 40, version: "", devices: 0 },
      },
    ],
    [
      "a project elsewhere",
      "database",
      "good",
      "projectGood",
      { isExternal: true, report: { checks: { project: true }, components: {} } },
    ],
    [
      "a project that is away",
      "database",
      "bad",
      "databaseAway",
      { isExternal: true, report: { checks: { project: false }, components: {} } },
    ],
    ["reminders elsewhere", "push", "off", "pushElsewhere", { isExternal: true }],
    ["a disk that nobody measured", "disk", "off", "diskUnknown", { disk: null }],
    [
      "a full disk",
      "disk",
      "bad",
      "diskFull",
      { disk: { freeBytes: GB, sizeBytes: 100 * GB, perDayBytes: null } },
    ],
    [
      "a disk with little left",
      "disk",
      "warn",
      "diskSoonFull",
      { disk: { freeBytes: 14 * GB, sizeBytes: 100 * GB, perDayBytes: null } },
    ],
    [
      "a disk that fills in days",
      "disk",
      "warn",
      "diskShort",
      { disk: { freeBytes: 50 * GB, sizeBytes: 100 * GB, perDayBytes: 10 * GB } },
    ],
    [
      "a disk that lasts",
      "disk",
      "good",
      "diskLasting",
      { disk: { freeBytes: 50 * GB, sizeBytes: 100 * GB, perDayBytes: GB } },
    ],
    ["backups elsewhere", "backups", "off", "backupsElsewhere", { backups: null }],
    [
      "no backups set up",
      "backups",
      "bad",
      "backupsMissing",
      { backups: { ...BACKUPS, missing: "BACKUP_TIME is off." } },
    ],
    [
      "no backup yet",
      "backups",
      "warn",
      "backupsNone",
      { backups: { ...BACKUPS, newestAt: null, proof: null } },
    ],
    [
      "an old backup",
      "backups",
      "bad",
      "backupsOld",
      { backups: { ...BACKUPS, newestAt: "2026-11-22T06:00:00.000Z" } },
    ],
    [
      "a night without a backup",
      "backups",
      "bad",
      "backupsFailing",
      { backups: { ...BACKUPS, alarms: { night: { since: SINCE, reason: "No room" } } } },
    ],
    [
      "a folder for backups that cannot be written",
      "backups",
      "warn",
      "backupsFailing",
      {
        backups: { ...BACKUPS, newestAt: null },
        ...withComponents({ "backup log": failing }),
      },
    ],
    [
      "a backup that did not come back",
      "backups",
      "bad",
      "backupsBroken",
      {
        backups: {
          ...BACKUPS,
          proof: { backup: "b", place: "/", provenAt: SINCE, failure: "rows are missing", rows: 0 },
        },
      },
    ],
    [
      "a backup that nobody proved",
      "backups",
      "good",
      "backupsUnproven",
      { backups: { ...BACKUPS, proof: null } },
    ],
    [
      "own videos in backups",
      "ownVideos",
      "good",
      "ownVideosInBackups",
      { ownVideos: { ready: 3, missing: 0 }, backups: { ...BACKUPS, hasMedia: true } },
    ],
    [
      "own videos in no backup",
      "ownVideos",
      "warn",
      "ownVideosNotInBackups",
      { ownVideos: { ready: 3, missing: 0 } },
    ],
    [
      "own videos whose files are gone",
      "ownVideos",
      "bad",
      "ownVideosMissing",
      { ownVideos: { ready: 3, missing: 2 }, backups: { ...BACKUPS, hasMedia: true } },
    ],
    ["another part", "parts", "warn", "partsFailing", withComponents({ "bible:esv": failing })],
  ])("%s", (_what, id, tone, text, changes) => {
    expect(outcomeOf(id, changes)).toEqual([tone, text]);
  });

  it("have a text in both languages without an unfilled placeholder", () => {
    const facts = {
      ...WELL,
      ...withComponents({ "live:english": failing, mail: failing }),
      ownVideos: { ready: 3, missing: 2 },
    };
    const channels = { english: { name: { en: "English", fr: "Anglais" } } };
    for (const light of runHealthChecks(facts)) {
      for (const language of ["en", "fr"] as const) {
        const { name, says: words, next } = healthText(light, channels, language, "UTC");
        expect(`${name} ${words} ${next ?? ""}`).not.toMatch(/[{}]|undefined/);
      }
    }
    const [first] = runHealthChecks(facts);
    expect(first && healthText(first, channels, "fr", "UTC")).toMatchObject({
      name: "Anglais",
      says: "La source ne répond pas (status 500).",
    });
  });
});

describe("disk growth", () => {
  const point = (days: number, freeGb: number) => ({
    atMs: NOW + days * DAY,
    freeBytes: freeGb * GB,
  });

  it("is known after half a day, from one measurement a day for two weeks", () => {
    let points = withDiskPoint([], point(0, 50));
    expect(diskGrowth(points, point(0.4, 49))).toBeNull();
    expect(diskGrowth(points, point(0.5, 49))).toBe(2 * GB);
    expect(withDiskPoint(points, point(0.9, 48))).toBe(points);
    for (let day = 1; day <= 20; day += 1) points = withDiskPoint(points, point(day, 50 - day));
    expect(points).toHaveLength(14);
    expect(points[0]).toEqual(point(7, 43));
    expect(diskGrowth(points, point(20, 30))).toBe(GB);
  });
});
