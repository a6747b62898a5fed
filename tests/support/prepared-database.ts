import { installOwnText } from "#tests/fakes/bible/own-texts.ts";

/** Puts an invented book in two languages into a data directory. */
export async function putOwnTexts(dataDir: string): Promise<void> {
  for (const language of ["fr", "rw"]) {
    await installOwnText(dataDir, { id: `own-${language}`, language }, (usfm) => usfm === "JHN");
  }
}
