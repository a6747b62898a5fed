import { inject } from "vitest";
import { makeDataDir } from "./crash-drill.ts";
import { copyCluster } from "./scratch-postgres.ts";

/** Puts the prepared database into a data directory, as the first start of a server leaves it. */
export function putPreparedDatabase(dataDir: string): void {
  copyCluster(inject("testServer").preparedDir, dataDir);
}

/** Puts a new cluster into a data directory, as initdb makes it. */
export function putEmptyCluster(dataDir: string): void {
  copyCluster(inject("testServer").emptyDir, dataDir);
}

/** A data directory on which a server has run before. */
export function makePreparedDataDir(): string {
  const dataDir = makeDataDir();
  putPreparedDatabase(dataDir);
  return dataDir;
}
