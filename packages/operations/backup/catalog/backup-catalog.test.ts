import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { type BackupManifest, writeManifest } from "./backup-manifest.ts";
import { catalogPath, assertSameSite } from "./backup-catalog.ts";

const [SATURDAY, SUNDAY] = ["2026-11-21T030000Z", "2026-11-22T030000Z"] as const;

type Held = { readonly systemId: string; readonly accounts: number } | null | "damaged";

/** A destination with the manifests of two nights. */
function destinationWith(older: Held, newer: Held): BackupDestination {
  const texts = new Map([
    [catalogPath(SATURDAY, "backup.json"), textOf(SATURDAY, older)],
    [catalogPath(SUNDAY, "backup.json"), textOf(SUNDAY, newer)],
  ]);
  return {
    label: "somewhere",
    isThirdParty: false,
    async *list() {
      for (const name of texts.keys()) yield { name, bytes: 1, storedAt: 0 };
    },
    put: () => Promise.resolve(),
    read: (name) => Promise.resolve(Readable.from([texts.get(name) ?? ""])),
    remove: () => Promise.resolve(),
    dropUnfinished: () => Promise.resolve(),
    freeBytes: () => Promise.resolve(null),
  };
}

function textOf(name: string, held: Held): string {
  if (held === "damaged") return "{";
  const record: BackupManifest = {
    format: 1,
    name,
    product: "0.1.0",
    startedAt: "2026-11-22T03:00:00Z",
    finishedAt: "2026-11-22T03:00:01Z",
    database: held && {
      postgres: "18.4",
      systemId: held.systemId,
      timeline: 1,
      startLsn: "0/C00028",
      segmentBytes: 1_048_576,
      migrations: [],
      tables: { "auth.users": { least: held.accounts, most: held.accounts } },
    },
    rows: null,
    files: [],
    objects: { count: 0, bytes: 0 },
    media: null,
    keys: "sealed",
  };
  return writeManifest(record);
}

it("does not take the backup of an empty site for the newest", async () => {
  const destination = destinationWith(
    { systemId: "1", accounts: 151 },
    { systemId: "2", accounts: 0 },
  );
  await expect(assertSameSite(destination)).rejects.toThrow(
    `The latest backup, ${SUNDAY}, belongs to a different database than the one before: it has 0 accounts; ${SATURDAY} has 151 more.`,
  );
});

it.each<[string, Held, Held]>([
  [
    "the same site, whoever left it",
    { systemId: "1", accounts: 9 },
    { systemId: "1", accounts: 8 },
  ],
  ["a carried over one", { systemId: "1", accounts: 9 }, { systemId: "2", accounts: 9 }],
  ["one without a database", { systemId: "1", accounts: 9 }, null],
  ["one whose record is damaged", "damaged", { systemId: "2", accounts: 0 }],
])("accepts %s", async (_what, older, newer) => {
  await expect(assertSameSite(destinationWith(older, newer))).resolves.toBeUndefined();
});
