import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { readSource } from "./read-source.ts";
import { readUsfm } from "./usfm.domain.ts";

/** Texts of our own making, in the markup that editions have. */

const OBADIAH: BibleVerse[] = [
  { verse: 1, text: "Voici la mer.", isParagraph: true, section: "Le bord de l'eau" },
  {
    verse: 2,
    text: "Il dit: Venez ici, et ils vinrent.",
    jesusWords: [[8, 18]],
    footnotes: [{ at: 18, text: "Ou : approchez." }],
  },
  { verse: 3, text: "La lampe est posée là, dit-on.", italics: [[13, 18]] },
  {
    verse: 5,
    text: "Le vent se lève, le blé se couche.",
    lines: [
      { at: 0, level: 1 },
      { at: 17, level: 2 },
    ],
  },
  { verse: 6, text: "Première part. Seconde part.", isParagraph: true },
];

const USFM = String.raw`\id OBA Une édition
\h Abdias
\toc1 Abdias
\mt1 Abdias
\ip Une introduction que personne ne lit ici.
\c 1
\s1 Le bord de l'eau
\r (Jon 1:1)
\p
\v 1 Voici la \w mer|strong="H1"\w*.\x - \xo 1:1 \xt Gn 1:1\x*
\v 2 Il dit: \wj Venez ici,\f + \fr 1:2 \ft Ou : approchez.\f*\wj* et ils vinrent.
\v 3-4 La lampe est \add posée\add* là, dit-on.
\q1
\v 5 Le vent se lève,
\q2 le blé se couche.
\b
\p
\v 6a Première part.
\v 6b Seconde part.
`;

test("USFM: headings, prose, poetry, notes, words of Jesus, added words, joined and split verses", () => {
  expect(readUsfm({ name: "31OBA.usfm", text: USFM })).toEqual({
    book: { usfm: "OBA", chapters: [OBADIAH] },
  });
});

test("the title of a psalm stands before its first verse, or is it", () => {
  const psalms = String.raw`\id PSA
\c 1
\q1
\v 1 Un chant.
\c 2
\d Au chef. De David.
\q1
\v 1 Autre chant.
\c 3
\d
\v 1 Psaume de David.
\q1
\v 2 Encore.
`;
  const read = readUsfm({ name: "PSA.usfm", text: psalms });
  const chapters = "book" in read ? read.book.chapters : [];
  expect(chapters[1]).toEqual([
    { verse: 1, text: "Autre chant.", title: "Au chef. De David.", lines: [{ at: 0, level: 1 }] },
  ]);
  expect(chapters[2]?.map(({ text }) => text)).toEqual(["Psaume de David.", "Encore."]);
});

test.each([
  [
    "verse 17 comes after verse 18",
    "\\c 1\n\\p\n\\v 18 a\n\\v 17 b",
    "43JHN.usfm:5: verse 17 comes after verse 18",
  ],
  ["the same verse twice", "\\c 1\n\\v 2 a\n\\v 2 b", "43JHN.usfm:4: verse 2 stands twice"],
  [
    "a verse that was joined",
    "\\c 1\n\\v 3-4 a\n\\v 4 b",
    "43JHN.usfm:4: verse 4 comes after verse 4",
  ],
  ["no number", "\\c 1\n\\v abc a", '43JHN.usfm:3: "abc" is no number of a verse'],
  ["a verse before chapters", "\\v 1 a", "43JHN.usfm:2: verse 1 stands before the first chapter"],
  ["a chapter too many", "\\c 22", "43JHN.usfm:2: JHN has 21 chapters, and here is 22"],
  ["a chapter that was left out", "\\c 2", "43JHN.usfm:2: chapter 2 comes where chapter 1 must"],
])("USFM with %s is named by file and line", (_, body, message) => {
  const text = `\\id JHN\n${body}\n`;
  expect(() => readUsfm({ name: "43JHN.usfm", text })).toThrow(message);
});

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-source-"));
});

afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const jude = "\\id JUD\n\\c 1\n\\p\n\\v 1 Un.\n";
const tobit = "\\id TOB\n\\c 1\n\\p\n\\v 1 Un.\n";

test("a folder, a zip and a file hold the same, in canonical order", async () => {
  const zip = zipSync({
    "release/66JUD.usfm": strToU8(jude),
    "../../31OBA.usfm": strToU8(USFM),
    "68TOB.SFM": strToU8(tobit),
    "readme.txt": strToU8("\\id GEN"),
    "metadata.xml": strToU8("<DBLMetadata/>"),
  });
  const fromZip = await readSource(await put("text.zip", zip));
  expect(fromZip.books.map(({ usfm }) => usfm)).toEqual(["OBA", "JUD"]);
  expect(fromZip.leftOut).toEqual(["TOB"]);
  await rm(join(folder, "text.zip"));
  await put("66JUD.usfm", jude);
  await put("31OBA.usfm", USFM);
  await put("68TOB.sfm", tobit);
  expect(await readSource(folder)).toEqual(fromZip);
  expect((await readSource(join(folder, "66JUD.usfm"))).books).toHaveLength(1);
});

test.each([
  ["nothing there", async () => join(folder, "none.zip"), "there is no such file"],
  [
    "a book twice",
    () => put("a.zip", zipSync({ "a.usfm": strToU8(jude), "b.usfm": strToU8(jude) })),
    "b.usfm: JUD stands in a.usfm too",
  ],
  [
    "no book",
    () => put("a.zip", zipSync({ "a.txt": strToU8("x") })),
    "a.zip: no book in USFM was found in it",
  ],
  [
    "another format",
    () => put("OBA.usx", '<usx version="3.0"><book code="OBA" style="id"/></usx>'),
    "OBA.usx: no book in USFM was found in it (files that end with .usfm or .sfm)",
  ],
  [
    "half a zip",
    () => put("a.zip", zipSync({ "a.usfm": strToU8(jude) }).slice(0, 60)),
    "a damaged zip",
  ],
  [
    "another encoding",
    () => put("a.usfm", Uint8Array.of(0x5c, 0x69, 0x64, 0x20, 0xe9, 0x20)),
    "not in UTF-8",
  ],
  [
    "too many files",
    () =>
      put(
        "a.zip",
        zipSync(
          Object.fromEntries(
            Array.from({ length: 501 }, (_, index) => [`${index}.usfm`, strToU8("x")]),
          ),
        ),
      ),
    "more than 500 files",
  ],
  [
    "a bomb",
    () => put("a.zip", zipSync({ "a.usfm": new Uint8Array(41 * 1024 * 1024) })),
    "larger than any text",
  ],
])("%s is refused in a sentence", async (_, make, message) => {
  await expect(readSource(await make())).rejects.toThrow(message);
});
