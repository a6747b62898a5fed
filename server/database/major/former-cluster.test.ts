import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { draftFolder, returnFormer, switchClusters, undoHalfSwitch } from "./former-cluster.ts";

describe("the switch of clusters", () => {
  let dataDir = "";
  let clusterDir = "";
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "former-cluster-"));
    clusterDir = join(dataDir, "pg");
    layCluster(clusterDir, "17");
    layCluster(join(draftFolder(clusterDir), "pg"), "18");
    mkdirSync(join(dataDir, "wal-outbox"));
    writeFileSync(join(dataDir, "wal-outbox", "000000010000000000000007"), "of 17");
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  function layCluster(folder: string, version: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "PG_VERSION"), version);
  }
  const inPlace = (): string => readFileSync(join(clusterDir, "PG_VERSION"), "utf8");
  const switchNow = (): string =>
    switchClusters(clusterDir, join(draftFolder(clusterDir), "pg"), 17);

  it("keeps the former one, and from the new one what of its log nobody has fetched", () => {
    const kept = switchNow();
    expect(kept).toBe(`${clusterDir}.before-postgres-17`);
    expect(inPlace()).toBe("18");
    expect(existsSync(join(dataDir, "wal-outbox"))).toBe(false);
    undoHalfSwitch(dataDir);
    expect(inPlace()).toBe("18");
  });

  it("goes back for the release before, with that log, and leaves the new one beside", () => {
    switchNow();
    mkdirSync(join(dataDir, "wal-outbox"));
    writeFileSync(join(dataDir, "wal-outbox", "000000010000000000000001"), "of 18");
    returnFormer(clusterDir, "17", inPlace());
    expect(inPlace()).toBe("17");
    expect(readdirSync(join(dataDir, "wal-outbox"))).toEqual(["000000010000000000000007"]);
    expect(existsSync(`${clusterDir}.after-postgres-18`)).toBe(true);
    // And a second time there is nothing to do.
    returnFormer(clusterDir, "17", inPlace());
    expect(inPlace()).toBe("17");
  });

  it("of which a kill left half is undone, and nothing else is taken for one", () => {
    layCluster(`${clusterDir}.before-postgres-16`, "16");
    renameSync(clusterDir, `${clusterDir}.before-postgres-17`);
    undoHalfSwitch(dataDir);
    expect(inPlace()).toBe("17");

    // A restore that was killed leaves a cluster of another name: that is for the operator to decide.
    rmSync(`${clusterDir}.before-postgres-16`, { recursive: true });
    renameSync(clusterDir, `${clusterDir}.before-2026-11-22T030000Z`);
    undoHalfSwitch(dataDir);
    expect(existsSync(clusterDir)).toBe(false);
  });
});
