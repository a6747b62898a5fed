import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BIBLE_BOOKS } from "#shared/bible/bible-books.ts";
import { openTextStore } from "#server/bible/texts/store/open-text-store.ts";
import { textsFolder } from "#server/bible/texts/store/text-folder.ts";
import { ownBooks } from "#tests/fakes/bible/own-texts.ts";
import { programEnvironment } from "#tests/support/program-environment.ts";
import { describeText } from "./bible-import.ts";

let dataDir = "";
let source = "";

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reign-import-"));
  mkdirSync(join(dataDir, "secrets"));
  source = join(dataDir, "edition");
  mkdirSync(source);
});

afterEach(() => rmSync(dataDir, { recursive: true }));

/** Writes sample books as USFM files. */
async function putBooks(...codes: string[]): Promise<void> {
  putFiles(await ownBooks("kjv", (code) => codes.includes(code)));
}

function putFiles(books: Awaited<ReturnType<typeof ownBooks>>): void {
  for (const { usfm, chapters } of books) {
    const body = chapters.map((verses, index) =>
      [`\\c ${index + 1}`, "\\p", ...verses.map(({ verse, text }) => `\\v ${verse} ${text}`)].join(
        "\n",
      ),
    );
    writeFileSync(join(source, `${usfm}.usfm`), `\\id ${usfm}\n${body.join("\n")}\n`);
  }
}

const FACTS = ["--id", "own", "--name", "Own Text", "--language", "fra", "--source", "by hand"];

function run(...args: string[]) {
  return answer("", ...args);
}

/** Runs the command with input. */
function answer(
  input: string,
  ...args: string[]
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/commands/bible-import.ts", ...args],
    { input, encoding: "utf8", env: programEnvironment({ DATA_DIR: dataDir }) },
  );
  return { status, stdout, stderr };
}

async function installedTexts(): Promise<readonly unknown[]> {
  const root = textsFolder(dataDir);
  const ignore = () => undefined;
  const store = await openTextStore({ root, log: { warn: ignore }, report: ignore });
  store.stop();
  return store.list();
}

it("imports a text with its licence, and prints its content", async () => {
  await putBooks("MAT", "JHN");
  const { status, stdout, stderr } = run(source, ...FACTS, "--licence", "CC BY-SA 4.0");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("2 books, 49 chapters, 1950 verses, numbered as kjv.");
  expect(stdout).toContain(`Missing books (64): ${BIBLE_BOOKS[0]?.usfm}`);
  expect(await installedTexts()).toMatchObject([
    {
      id: "own",
      language: "fr",
      licence: "cc-by-sa",
      source: "by hand",
      copyright: "Own Text - CC BY-SA.",
    },
  ]);
}, 30_000);

it("imports nothing without a licence", async () => {
  await putBooks("JUD");
  const { status, stderr } = run(source, ...FACTS);
  expect(status).toBe(1);
  expect(stderr).toContain("--licence is missing");
  expect(await installedTexts()).toEqual([]);
}, 30_000);

it.each([
  ["a licence that is not known", { licence: "mine" }, '"mine" is not known to be free'],
  ["non-commercial terms", { licence: "CC BY-NC 4.0" }, "forbids commercial use"],
  [
    "two licences",
    { licence: "CC0", "licence-url": "https://creativecommons.org/licenses/by/4.0/" },
    "two different licences",
  ],
  ["an id of the five", { licence: "CC0", id: "kjv" }, "--id kjv cannot be taken"],
  ["no language", { licence: "CC0", language: "not a language" }, "Unknown language"],
  ["a language's name", { licence: "CC0", language: "french" }, "Unknown language"],
])("rejects %s", (_, changes, message) => {
  const facts = { id: "own", name: "Own Text", language: "fra", source: "by hand" };
  expect(() => describeText({ ...facts, ...changes })).toThrow(message);
});

it("lists errors at once, and leaves out unreadable parts after a question", async () => {
  await putBooks("JUD", "RUT");
  const jude = join(source, "JUD.usfm");
  const text = readFileSync(jude, "utf8");
  writeFileSync(jude, text.replace("\\id JUD\n", "\\h Jude\n").replace("\\v 3 ", "\\v 2 "));
  writeFileSync(join(source, "43JHN.usfm"), "\\id JHN\n\\c 1\n\\p\n\\v 1 a\n");
  writeFileSync(join(source, "44ACT.usfm"), Uint8Array.of(0x5c, 0x63, 0x20, 0xe9));
  const args = [source, ...FACTS, "--licence", "public domain"];
  const refused = answer("n\n", ...args);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("44ACT.usfm: it is not in UTF-8");
  expect(refused.stderr).toContain("JHN 1 is cut off: it has 1 of 51 verses.");
  expect(refused.stderr).toContain("Nothing was imported.");
  expect(refused.stdout).toContain("JUD.usfm:1: there is no \\id with a code");
  expect(refused.stdout).toContain("JUD.usfm:6: verse 2 stands twice");
  expect(await installedTexts()).toEqual([]);
  const taken = answer("y\n", ...args);
  expect(taken.status).toBe(0);
  expect(taken.stdout).toContain("2 books, 5 chapters, 109 verses");
  expect(await installedTexts()).toMatchObject([{ id: "own" }]);
}, 30_000);

it("asks for missing arguments, and again after an invalid one", async () => {
  await putBooks("JUD");
  const answers = [source, "Own Text", "", "french", "sn", "mine", "public domain", "", "by hand"];
  const { status, stdout, stderr } = answer(`${answers.join("\n")}\n`);
  expect(stderr).toContain("File, zip or folder of USFM: ");
  expect(stderr).toContain("[own-text]: ");
  expect(stderr).toContain('"mine" is not known to be free');
  expect(stderr).not.toContain("Usage");
  expect(status).toBe(0);
  expect(stdout).toContain("Own Text (own-text), pd");
  expect(await installedTexts()).toMatchObject([{ id: "own-text", language: "sn" }]);
}, 30_000);

it("gives a whole Louis Segond its own id, whatever its name", async () => {
  putFiles(await ownBooks("segond"));
  const facts = ["--id", "segond-1910", "--name", "Bible Segond 1910", "--language", "fra"];
  const { stdout } = run(source, ...facts, "--source", "by hand", "--licence", "public domain");
  expect(stdout).toContain("Bible Segond 1910 (lsg), pd");
  expect(await installedTexts()).toMatchObject([{ id: "lsg", abbreviation: "LSG" }]);
}, 30_000);
