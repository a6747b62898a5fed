import { inject } from "vitest";
import { installOwnText } from "#tests/fakes/bible/own-texts.ts";
import { makeDataDir } from "./crash-drill.ts";
import { copyCluster } from "./scratch-postgres.ts";

/** Copies the lived-in database into a data directory, as a stopped server leaves it. */
export function putPreparedDatabase(dataDir: string): void {
  copyCluster(inject("testServer").preparedDir, dataDir);
}

/** Copies a new cluster into a data directory, as initdb creates it. */
export function putEmptyCluster(dataDir: string): void {
  copyCluster(inject("testServer").emptyDir, dataDir);
}

/** Creates a data directory of a server that has run before. */
export function makePreparedDataDir(): string {
  const dataDir = makeDataDir();
  putPreparedDatabase(dataDir);
  return dataDir;
}

/** Puts an invented book in two languages into a data directory. */
export async function putOwnTexts(dataDir: string): Promise<void> {
  for (const language of ["fr", "rw"]) {
    await installOwnText(dataDir, { id: `own-${language}`, language }, (usfm) => usfm === "JHN");
  }
}
