import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import { readSource } from "./read-source.ts";
import { readUsfm } from "./usfm.domain.ts";

/** Texts written for the tests, in the markup of real editions. */

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

it("reads headings, prose, poetry, notes, words of Jesus, added words, joined and split verses", () => {
  expect(readUsfm({ name: "31OBA.usfm", text: USFM })).toEqual({
    book: { usfm: "OBA", chapters: [OBADIAH], heldNumbers: [6] },
    warnings: [],
    beyond: [],
  });
});

it("puts a psalm title before the first verse", () => {
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

/** Verses and warnings of chapter 1 of Titus. */
function readTitus(body: string) {
  const read = readUsfm({ name: "57TIT.usfm", text: `\\id TIT\n\\c 1\n\\p\n${body}\n` });
  if ("leftOut" in read) throw new Error("Titus is one of the 66");
  const verses = (read.book.chapters[0] ?? []).map(({ verse, text }) => [verse, text] as const);
  const [first] = read.book.chapters[0] ?? [];
  return { verses, first, warnings: read.warnings, held: read.book.heldNumbers };
}

const WHOLE = [
  [1, "Paul a servant of God and an apostle."],
  [2, "In hope."],
] as const;

it.each([
  ["the sign of a note", String.raw`Paul\fm a\fm* a servant of God and an apostle.`],
  [
    "a category within a note",
    String.raw`Paul\f + \cat People\cat* \fr 1:1 \ft An apostle.\f* a servant of God and an apostle.`,
  ],
  ["a milestone between words", "Paul a servant of God\n\\ts\\*\nand an apostle."],
  ["a milestone without a star", "Paul a servant of God\n\\ts\nand an apostle."],
  [
    "milestones with attributes",
    String.raw`\zaln-s |x-strong="G3972" x-content="Παῦλος"\*\w Paul|x-occurrence="1"\w*\zaln-e\* a servant of God\k-s |x="a|b"\* and an apostle.\k-e\*`,
  ],
  [
    "a milestone that is not closed",
    '\\k-s | x-tw="rc"\nPaul a servant\\k-e\\* of God and an apostle.',
  ],
  [
    "a character marker that is not known",
    String.raw`Paul \foo a servant\foo* of God \zmy and\zmy* an apostle.`,
  ],
  [
    "a marker that is neither known nor closed",
    String.raw`Paul a servant \foo of God and an apostle.`,
  ],
  [
    "an attribute of words that are not closed",
    String.raw`\w Paul|strong="G3972" a servant of God and an apostle.`,
  ],
  [
    "a sidebar",
    "Paul a servant of God and an apostle.\n\\esb \\cat People\\cat*\n\\ms Titus\n\\p He was a Greek.\n\\esbe",
  ],
  ["a remark", "Paul a servant of God and an apostle.\n\\rem to be looked at"],
])("neither drops nor adds words for %s", (_, first) => {
  expect(readTitus(`\\v 1 ${first}\n\\v 2 In hope.`).verses).toEqual(WHOLE);
});

it("reads list entries as lines", () => {
  const { first } = readTitus(
    "\\v 1 These are the names:\n\\li1 \\lik Reuben\\lik* \\liv1 46,500\\liv1*\n\\li1 \\lik Simeon\\lik* \\liv1 59,300\\liv1*",
  );
  expect(first).toMatchObject({
    text: "These are the names: Reuben 46,500 Simeon 59,300",
    lines: [
      { at: 0, level: 1 },
      { at: 21, level: 1 },
      { at: 35, level: 1 },
    ],
  });
});

it("ends an unclosed note with its verse and keeps its words", () => {
  const forgotten = readTitus(
    "\\v 1 Paul\\x - \\xo 1:1 \\xt Rom 1:1\\x a servant.\n\\v 2 In hope.",
  );
  expect(forgotten.verses).toEqual([
    [1, "Paul a servant."],
    [2, "In hope."],
  ]);
  expect(forgotten.warnings).toEqual(["57TIT.usfm:4: the note \\x is not closed"]);
  const open = readTitus(
    "\\v 1 Paul\\f + \\ft An apostle. a servant.\n\\p\nof God\n\\v 2 In hope.",
  );
  expect(open.verses[0]).toEqual([1, "Paul of God"]);
  expect(open.first?.footnotes).toEqual([{ at: 4, text: "An apostle. a servant." }]);
  expect(open.warnings).toEqual(["57TIT.usfm:4: the note \\f is not closed"]);
});

it.each([
  ["\\v 1 Paul\n\\v 2 - 3 In hope.", [1, 2], 3],
  ["\\v 1 Paul\n\\v 2\u200F-\u200F3 In hope.", [1, 2], 3],
  ["\\v \u200F1 Paul\n\\v 2\u20133 In hope.", [1, 2], 3],
  ["\\v 1 Paul\n\\v 2-6a In hope\n\\v 6b-11 of life.", [1, 2], 11],
  ["\\v 1 Paul\n\\v 2a-3b In hope.\n\\v 3c And more.\n\\v 4 To Titus.", [1, 2, 4], 4],
  ["\\v 1a Paul\n\\v 1b a servant\n\\v 2a In\n\\v 2b-3a hope\n\\v 3b now", [1, 2], 3],
])("accepts the numbers of %j", (body, numbers, held) => {
  const read = readTitus(body);
  expect(read.verses.map(([verse]) => verse)).toEqual(numbers);
  expect(read.verses.map(([, text]) => text).join(" ")).not.toMatch(/[\d\u200F-]/);
  expect(read.held).toEqual([held]);
  expect(read.warnings).toEqual([]);
});

it.each([
  ["\\v 18 b\n\\v 17 a", "17 a, 18 b", "5: verse 17 comes after verse 18"],
  ["\\v 1 a\n\\v 1 b\n\\v 2 c", "1 a b, 2 c", "5: verse 1 stands twice"],
  ["\\v 3-4 a\n\\v 4 b", "3 a b", "5: verse 4 stands twice"],
  ["\\v 1 a\n\\v abc d", "1 a abc d", '5: "abc" is no number of a verse'],
  [
    "\\v 114 a\n\\v 11 5\u00C9loignez",
    "114 a, 115 \u00C9loignez",
    '5: "11 5" is read as verse 115',
  ],
  ["\\v 1 a\n\\v 2Then b", "1 a, 2 Then b", null],
])("warns with the line of an error in the numbers of %j", (body, verses, warning) => {
  const read = readTitus(body);
  expect(read.verses.map((verse) => verse.join(" ")).join(", ")).toBe(verses);
  expect(read.warnings.join()).toContain(warning === null ? "" : `57TIT.usfm:${warning}`);
  expect(read.warnings).toHaveLength(warning === null ? 0 : 1);
});

it("accepts chapters that are missing, out of order or beyond the last", () => {
  const text = "\\id JUD\n\\v 1 a\n\\c 2\n\\v 1 of another numbering\n";
  expect(readUsfm({ name: "JUD.usfm", text })).toMatchObject({
    book: { chapters: [[{ verse: 1, text: "a" }]] },
    warnings: [expect.stringContaining("JUD.usfm:2: a verse stands before the first chapter")],
    beyond: ["JUD 2"],
  });
  const esther =
    "\\id EST\n\\c 3\n\\v 1 a\n\\c 13\n\\v 1 of the Greek\n\\c 3\n\\v 14 b\n\\c 5\n\\v 1 c\n\\c 5\n\\v 1 d\n";
  const read = readUsfm({ name: "EST.usfm", text: esther });
  expect(read).toMatchObject({ beyond: ["EST 13"] });
  const chapters = "book" in read ? read.book.chapters : [];
  expect(chapters.map((verses) => verses.map(({ text: words }) => words).join(" "))).toEqual([
    "",
    "",
    "a b",
    "",
    "c",
  ]);
  expect("warnings" in read ? read.warnings[0] : "").toBe(
    "EST.usfm:11: chapter 5 stands twice: the second is left out",
  );
});

it("counts the letters that the reader loses", () => {
  const lost = readTitus("\\v 1 Paul\n\\zmine and more words\n\\v 2 In hope.");
  expect(lost.warnings).toEqual([
    "57TIT.usfm:5: the marker \\zmine is not known",
    "57TIT.usfm: TIT has 10 of the 22 letters that stand outside notes and headings",
  ]);
});

it("reads a file in linear time", () => {
  // Quadratic time would take minutes for each.
  for (const piece of ["\\w a", "\\add a\\add* ", "\\s1 a\n", "|", "\\x - \\xo 1\\x* w"]) {
    const text = `\\id TIT\n\\c 1\n\\v 1 ${piece.repeat(20_000)}`;
    expect(() => readUsfm({ name: "TIT.usfm", text })).not.toThrow();
  }
});

it.each([
  ["43JHN.usfm", "JHN"],
  ["FRA[B]LSG-44-JHN.p.sfm", "JHN"],
  ["41MATWEB.SFM", "MAT"],
  ["1jn.usfm", "1JN"],
  ["08-Ruth.usfm", "RUT"],
])("falls back to the book code of the name %s", (name, usfm) => {
  const read = readUsfm({ name, text: "\\h A book\n\\c 1\n\\p\n\\v 1 a\n" });
  expect(read).toMatchObject({
    book: { usfm },
    warnings: [`${name}:1: there is no \\id with a code: ${usfm} is taken from the name`],
  });
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

it("reads the same from a folder, a zip and a file, in canonical order", async () => {
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

it.each([
  ["a missing file", async () => join(folder, "none.zip"), "there is no such file"],
  [
    "a file without a book",
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
    () => put("a.zip", zipSync({ "a.usfm": new Uint8Array(41 * 1024 * 1024) }, { level: 1 })),
    "larger than any text",
  ],
])("rejects %s with a sentence", async (_, make, message) => {
  await expect(readSource(await make())).rejects.toThrow(message);
});

it("skips an unreadable file with its reason and reads the others", async () => {
  const zip = zipSync({
    "a-JUD.usfm": strToU8(jude),
    "b.usfm": strToU8(jude),
    "c.usfm": Uint8Array.of(0x5c, 0x69, 0x64, 0x20, 0xe9),
    "d.usfm": strToU8("\\c 1\n\\v 1 a"),
    "e.usfm": strToU8("\\id RUT\n\\h Ruth\n"),
    "OBA.usfm": strToU8(USFM),
  });
  const read = await readSource(await put("a.zip", zip));
  expect(read.books.map(({ usfm }) => usfm)).toEqual(["OBA", "JUD"]);
  expect(read.unreadable).toEqual([
    "b.usfm: JUD stands in a-JUD.usfm too",
    "c.usfm: it is not in UTF-8",
    "d.usfm:1: neither \\id nor the file's name has the code of a book",
    "e.usfm: RUT has no verses",
  ]);
});

it("renumbers Joel and Malachi in Hebrew chapters and skips the Greek Daniel", async () => {
  const chapters = (...lengths: number[]) =>
    lengths
      .map((length, index) =>
        [
          `\\c ${index + 1}`,
          ...Array.from({ length }, (_, verse) => `\\v ${verse + 1} ${index + 1}.${verse + 1}`),
        ].join("\n"),
      )
      .join("\n");
  await put("a.usfm", `\\id JOL\n${chapters(20, 27, 5, 21)}`);
  await put("b.usfm", `\\id MAL\n${chapters(14, 17, 24)}`);
  await put(
    "c.usfm",
    `\\id DAN\n${chapters(21, 49, 30, 37, 31, 28, 28, 27, 27, 21, 45, 13, 64, 42)}`,
  );
  const { books, leftOut, warnings } = await readSource(folder);
  const lengths = books.map((book) => book.chapters.map((verses) => verses.length));
  expect(lengths).toEqual([
    [21, 49, 30, 37, 31, 28, 28, 27, 27, 21, 45, 13],
    [20, 32, 21],
    [14, 17, 18, 6],
  ]);
  expect(books[1]?.chapters[1]?.[27]).toEqual({ verse: 28, text: "3.1" });
  expect(books[1]?.chapters[2]?.[0]).toEqual({ verse: 1, text: "4.1" });
  expect(books[2]?.chapters[3]?.[5]).toEqual({ verse: 6, text: "3.24" });
  expect(leftOut).toEqual(["DAN 13", "DAN 14"]);
  expect(warnings).toHaveLength(2);
});
