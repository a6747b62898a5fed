import { inject } from "vitest";
import { installOwnText } from "#tests/fakes/bible/own-texts.ts";
import { makeDataDir } from "./crash-drill.ts";
import { copyCluster } from "./scratch-postgres.ts";

/** Puts the lived-in database into a data directory, as a server leaves it that has stopped. */
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

/** Puts a book in two languages into a data directory, of our own making. */
export async function putOwnTexts(dataDir: string): Promise<void> {
  for (const language of ["fr", "rw"]) {
    await installOwnText(dataDir, { id: `own-${language}`, language }, (usfm) => usfm === "JHN");
  }
}
