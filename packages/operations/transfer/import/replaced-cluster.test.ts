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
import { replaceCluster, returnCluster } from "./replaced-cluster.ts";

describe("the replacement of a cluster", () => {
  let dataDir = "";
  let clusterDir = "";
  let fresh = "";
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "replaced-cluster-"));
    clusterDir = join(dataDir, "pg");
    fresh = join(dataDir, "import.draft", "pg");
    layCluster(clusterDir, "17");
    layCluster(fresh, "18");
    mkdirSync(join(dataDir, "wal-outbox"));
    writeFileSync(join(dataDir, "wal-outbox", "000000010000000000000007"), "of 17");
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  function layCluster(folder: string, version: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "PG_VERSION"), version);
  }
  const inPlace = (): string => readFileSync(join(clusterDir, "PG_VERSION"), "utf8");
  const replaceNow = (): string => replaceCluster(clusterDir, fresh, "17");

  it("keeps the old one with the WAL that was not archived yet", () => {
    const previous = replaceNow();
    expect(previous).toBe(`${clusterDir}.before-postgres-17`);
    expect(inPlace()).toBe("18");
    expect(existsSync(join(dataDir, "wal-outbox"))).toBe(false);
  });

  it("is undone for the previous release, with that WAL, and keeps the new cluster", () => {
    replaceNow();
    mkdirSync(join(dataDir, "wal-outbox"));
    writeFileSync(join(dataDir, "wal-outbox", "000000010000000000000001"), "of 18");
    returnCluster(clusterDir, "17");
    expect(inPlace()).toBe("17");
    expect(readdirSync(join(dataDir, "wal-outbox"))).toEqual(["000000010000000000000007"]);
    expect(existsSync(`${clusterDir}.after-postgres-18`)).toBe(true);
    // A second call does nothing.
    returnCluster(clusterDir, "17");
    expect(inPlace()).toBe("17");
  });

  it("is undone after it was killed between its two steps", () => {
    renameSync(clusterDir, `${clusterDir}.before-postgres-17`);
    returnCluster(clusterDir, "17");
    expect(inPlace()).toBe("17");
    expect(existsSync(`${clusterDir}.after-postgres-18`)).toBe(false);
  });
});
