import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDiskDestination } from "#operations/backup/destinations/disk-destination.ts";
import type { BackupDestination } from "#operations/backup/destinations/backup-destination.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createWalMover, type WalMoverDeps } from "./wal-mover.ts";

const SEGMENT = "000000010000000000000030";
const NEXT = "000000010000000000000031";
let folder = "";
let spool = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wal-mover-"));
  spool = mkdtempSync(join(tmpdir(), "wal-outbox-"));
});
afterEach(() => {
  for (const each of [folder, spool]) rmSync(each, { recursive: true });
});

function deps(destinations: readonly BackupDestination[]): WalMoverDeps {
  return { spool, systemId: "77", destinations, scratch: folder, log: createLogger("silent") };
}

/** A destination that rejects files until told otherwise, and counts those it stores. */
function stubborn(destination: BackupDestination): {
  destination: BackupDestination;
  heal(): void;
  puts(): number;
} {
  let isBroken = true;
  let puts = 0;
  return {
    destination: {
      ...destination,
      async put(name, file) {
        if (isBroken) throw new Error("no room");
        puts += 1;
        await destination.put(name, file);
      },
    },
    heal: () => {
      isBroken = false;
    },
    puts: () => puts,
  };
}

it("compresses and moves whole segments, and leaves the current one", async () => {
  const destination = createDiskDestination(join(folder, "place"));
  writeFileSync(join(spool, SEGMENT), "the log");
  writeFileSync(join(spool, "00000002.history"), "1\t0/30");
  writeFileSync(join(spool, `archtemp.${NEXT}.12.99`), "half");
  await createWalMover(deps([destination])).move();
  expect(readdirSync(spool)).toEqual([`archtemp.${NEXT}.12.99`]);
  const content = await destination.read(`wal/77/${SEGMENT}.gz`);
  expect(content && gunzipSync(await buffer(content)).toString()).toBe("the log");
  const history = await destination.read("wal/77/00000002.history.gz");
  expect(history && gunzipSync(await buffer(history)).toString()).toBe("1\t0/30");
});

it("moves to the other destination while one fails, and to that one later", async () => {
  const good = stubborn(createDiskDestination(join(folder, "good")));
  good.heal();
  const bad = stubborn(createDiskDestination(join(folder, "bad")));
  writeFileSync(join(spool, SEGMENT), "the log");
  const mover = createWalMover(deps([bad.destination, good.destination]));
  await expect(mover.move()).rejects.toThrow("no room");
  expect(readdirSync(spool)).toEqual([SEGMENT]);
  bad.heal();
  await mover.move();
  expect(readdirSync(spool)).toEqual([]);
  expect([good.puts(), bad.puts()]).toEqual([1, 1]);
});

it("gives up waiting files before they fill the disk", async () => {
  const bad = stubborn(createDiskDestination(join(folder, "bad")));
  writeFileSync(join(spool, SEGMENT), "12345");
  const mover = createWalMover({ ...deps([bad.destination]), waitingLimitBytes: 8 });
  await expect(mover.move()).rejects.toThrow("no room");
  expect(readdirSync(spool)).toEqual([SEGMENT]);
  writeFileSync(join(spool, NEXT), "12345");
  await expect(mover.move()).rejects.toThrow("no room");
  expect(readdirSync(spool)).toEqual([]);
});
