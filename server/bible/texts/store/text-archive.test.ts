import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { installOwnText as installWhole } from "#tests/fakes/bible/own-texts.ts";
import { textArchives } from "./text-archive.ts";
import { checkText, readManifest, textIds, textsFolder } from "./text-folder.ts";

let origin: string;
let dataDir: string;
beforeEach(() => {
  origin = mkdtempSync(join(tmpdir(), "text-archive-"));
  dataDir = mkdtempSync(join(tmpdir(), "text-archive-"));
});
afterEach(() => {
  for (const folder of [origin, dataDir]) rmSync(folder, { recursive: true });
});

const installOwnText = (folder: string, description: Parameters<typeof installWhole>[1]) =>
  installWhole(folder, description, (usfm) => usfm === "RUT");

it("packs the imported texts alone; downloaded ones are downloaded again", async () => {
  await installOwnText(origin, { id: "own-text" });
  await installOwnText(origin, { id: "broken" });
  await installOwnText(origin, { id: "fetched", serviceId: "fra_own" });
  const archives = textArchives(origin);
  const names = (await archives.pack()).map(({ name }) => name);
  expect(names).toEqual(["bible-broken.json.gz", "bible-own-text.json.gz"]);
  expect([...names, "base.tar.gz"].map((name) => archives.idOf(name))).toEqual([
    "broken",
    "own-text",
    null,
  ]);
  // The text store reports a damaged one.
  writeFileSync(join(textsFolder(origin), "broken", "manifest.json"), "{");
  expect(await archives.pack()).toHaveLength(1);
});

it("restores a text unless one is installed, and replaces a damaged one", async () => {
  await installOwnText(origin, { id: "own-text" });
  const expected = await readManifest(textsFolder(origin), "own-text");
  const [packed] = await textArchives(origin).pack();
  const content = packed?.content ?? Buffer.alloc(0);
  const archives = textArchives(dataDir);
  const texts = textsFolder(dataDir);

  expect(await archives.restore(content.subarray(1))).toBe("damaged");
  expect(await textIds(texts)).toEqual([]);
  expect(await archives.restore(content)).toBe("restored");
  expect(await textIds(texts)).toEqual(["own-text"]);
  const found = await readManifest(texts, "own-text");
  expect(found).toEqual(expected);
  if (found === null) throw new Error("The text has no manifest.");
  await checkText(texts, found.manifest);

  await installOwnText(dataDir, { id: "own-text", name: "Imported later" });
  expect(await archives.restore(content)).toBe("present");
  expect((await readManifest(texts, "own-text"))?.manifest.name).toBe("Imported later");
  writeFileSync(join(texts, "own-text", "manifest.json"), "{");
  expect(await archives.restore(content)).toBe("restored");
  expect(await readManifest(texts, "own-text")).toEqual(expected);
});
