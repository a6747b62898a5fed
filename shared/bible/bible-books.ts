import { type Language, LANGUAGES } from "#shared/languages.ts";
import { foldText } from "#shared/search/fold-text.ts";
import { BOOK_NAMES } from "./book-names.ts";

export type BibleBook = {
  /** English name in lower case without blanks, as in the specification ("1samuel"). */
  id: string;
  /** English display name; bookmarks store it. */
  name: string;
  /** Three-letter code of USFM. */
  usfm: string;
  osis: string;
  chapters: number;
  /** Verses in the King James Version. */
  verses: number;
  /** Position in the canon, from 0. */
  order: number;
  testament: "ot" | "nt";
};

/** A chapter, independent of the version. */
export type BiblePlace = { book: BibleBook; chapter: number };

const OLD_TESTAMENT_BOOKS = 39;

// prettier-ignore
const ROWS: readonly (readonly [string, string, string, number, number, string])[] = [
  ["genesis", "GEN", "Gen", 50, 1533, "gn"],
  ["exodus", "EXO", "Exod", 40, 1213, "ex"],
  ["leviticus", "LEV", "Lev", 27, 859, "lv"],
  ["numbers", "NUM", "Num", 36, 1288, "nb"],
  ["deuteronomy", "DEU", "Deut", 34, 959, "dt"],
  ["joshua", "JOS", "Josh", 24, 658, ""],
  ["judges", "JDG", "Judg", 21, 618, "jg jdgs jug"],
  ["ruth", "RUT", "Ruth", 4, 85, "rt"],
  ["1samuel", "1SA", "1Sam", 31, 810, "1s 1sm"],
  ["2samuel", "2SA", "2Sam", 24, 695, "2s 2sm"],
  ["1kings", "1KI", "1Kgs", 22, 816, "1k 1r 1rs"],
  ["2kings", "2KI", "2Kgs", 25, 719, "2k 2r 2rs"],
  ["1chronicles", "1CH", "1Chr", 29, 942, "1chron"],
  ["2chronicles", "2CH", "2Chr", 36, 822, "2chron"],
  ["ezra", "EZR", "Ezra", 10, 280, ""],
  ["nehemiah", "NEH", "Neh", 13, 406, "ne"],
  ["esther", "EST", "Esth", 10, 167, ""],
  ["job", "JOB", "Job", 42, 1070, "jb"],
  ["psalms", "PSA", "Ps", 150, 2461, "psalm psaume psm"],
  ["proverbs", "PRO", "Prov", 31, 915, "pr"],
  ["ecclesiastes", "ECC", "Eccl", 12, 222, "ec qoheleth qohelet qo"],
  ["songofsolomon", "SNG", "Song", 8, 117, "songofsongs solomonssong canticles cantique cantiquedesalomon ct sos"],
  ["isaiah", "ISA", "Isa", 66, 1292, "is es isaie esaias"],
  ["jeremiah", "JER", "Jer", 52, 1364, "jr"],
  ["lamentations", "LAM", "Lam", 5, 154, "lm lamentationsdejeremie"],
  ["ezekiel", "EZK", "Ezek", 48, 1273, "ez"],
  ["daniel", "DAN", "Dan", 12, 357, "dn"],
  ["hosea", "HOS", "Hos", 14, 197, "os"],
  ["joel", "JOL", "Joel", 3, 73, "jl"],
  ["amos", "AMO", "Amos", 9, 146, ""],
  ["obadiah", "OBA", "Obad", 1, 21, "ob ab"],
  ["jonah", "JON", "Jonah", 4, 48, ""],
  ["micah", "MIC", "Mic", 7, 105, "mi"],
  ["nahum", "NAM", "Nah", 3, 47, "na"],
  ["habakkuk", "HAB", "Hab", 3, 56, "hb ha habaquq habakuk"],
  ["zephaniah", "ZEP", "Zeph", 3, 53, "so"],
  ["haggai", "HAG", "Hag", 2, 38, "hg ag"],
  ["zechariah", "ZEC", "Zech", 14, 211, "za"],
  ["malachi", "MAL", "Mal", 4, 55, "ml"],
  ["matthew", "MAT", "Matt", 28, 1071, "mt mathieu mathew"],
  ["mark", "MRK", "Mark", 16, 678, "mk mc"],
  ["luke", "LUK", "Luke", 24, 1151, "lk lc"],
  ["john", "JHN", "John", 21, 879, "jn"],
  ["acts", "ACT", "Acts", 28, 1007, "ac actsoftheapostles actesdesapotres"],
  ["romans", "ROM", "Rom", 16, 433, "rm ro"],
  ["1corinthians", "1CO", "1Cor", 16, 437, "1co"],
  ["2corinthians", "2CO", "2Cor", 13, 257, "2co"],
  ["galatians", "GAL", "Gal", 6, 149, "ga"],
  ["ephesians", "EPH", "Eph", 6, 155, "ep"],
  ["philippians", "PHP", "Phil", 4, 104, "ph"],
  ["colossians", "COL", "Col", 4, 95, "cl"],
  ["1thessalonians", "1TH", "1Thess", 5, 89, "1th"],
  ["2thessalonians", "2TH", "2Thess", 3, 47, "2th"],
  ["1timothy", "1TI", "1Tim", 6, 113, "1tm"],
  ["2timothy", "2TI", "2Tim", 4, 83, "2tm"],
  ["titus", "TIT", "Titus", 3, 46, "tt"],
  ["philemon", "PHM", "Phlm", 1, 25, "phm phlm"],
  ["hebrews", "HEB", "Heb", 13, 303, "he"],
  ["james", "JAS", "Jas", 5, 108, "jc jm"],
  ["1peter", "1PE", "1Pet", 5, 105, "1p 1pi"],
  ["2peter", "2PE", "2Pet", 3, 61, "2p 2pi"],
  ["1john", "1JN", "1John", 5, 105, "1jn"],
  ["2john", "2JN", "2John", 1, 13, "2jn"],
  ["3john", "3JN", "3John", 1, 14, "3jn"],
  ["jude", "JUD", "Jude", 1, 25, "jd"],
  ["revelation", "REV", "Rev", 22, 404, "rv ap apoc revelations revelationofjohn apocalypsedejean"],
];

/** All 66 books in canonical order. */
export const BIBLE_BOOKS: readonly BibleBook[] = ROWS.map(
  ([id, usfm, osis, chapters, verses], order) => ({
    id,
    name: BOOK_NAMES.en[order] ?? fail(),
    usfm,
    osis,
    chapters,
    verses,
    order,
    testament: order < OLD_TESTAMENT_BOOKS ? "ot" : "nt",
  }),
);

export function bookName({ order }: BibleBook, language: Language): string {
  return BOOK_NAMES[language][order] ?? fail();
}

/** Returns the title of a chapter: "John 3", "Psaume 51" (French uses the singular). */
export function placeName({ book, chapter }: BiblePlace, language: Language): string {
  const name = bookName(book, language);
  return `${name === "Psaumes" ? "Psaume" : name} ${chapter}`;
}

function namesOf(book: BibleBook): string[] {
  return LANGUAGES.map((language) => bookName(book, language));
}

const FIRST_BOOK = BIBLE_BOOKS[0] ?? fail();

/** First chapter that a new reader sees. */
export const FIRST_PLACE: BiblePlace = { book: FIRST_BOOK, chapter: 1 };

/** Words before a book's name, without accents: "the Gospel of", "l'évangile selon saint". */
const BEFORE_NAME =
  /^(?:(?:to the|the|aux?|le|la|les)\s+|l')|(?<!\p{L})(?:book|gospel|epistle|letter|livre|evangile|epitre|lettre)\s+(?:(?:of|to|according to|de|des|du|aux?|selon)\s+|d')|(?<!\p{L})(?:saint|st\.?)\s+(?=\p{L})/gu;

/** Numbers before a book, without accents: "II", "2nd", "2ème", "Deuxième". */
const NUMBERS: readonly [RegExp, string][] = [
  [/^(?:iii|3rd|third|3e|3eme|troisieme)\b/, "3"],
  [/^(?:ii|2nd|second|2e|2eme|2de|deuxieme|seconde)\b/, "2"],
  [/^(?:i|1st|first|1er|1re|1ere|ier|ire|premier|premiere)\b/, "1"],
  [/^([1-3])\s+(?:aux|de|des|du|a)\s+/, "$1"],
];

function booksByAlias(): ReadonlyMap<string, BibleBook> {
  return new Map(
    BIBLE_BOOKS.flatMap((book) =>
      [book.id, book.usfm, book.osis, ...namesOf(book), ...(ROWS[book.order]?.[5].split(" ") ?? [])]
        .map(foldBookName)
        .filter((alias) => alias !== "")
        .map((alias): [string, BibleBook] => [alias, book]),
    ),
  );
}

/** Made with the first look-up: folding all names costs a slow phone the start of the Bible page. */
let byAlias: ReadonlyMap<string, BibleBook> | undefined;

/** Returns the book with this id, code or name in any language, or undefined. */
export function bookByAlias(alias: string): BibleBook | undefined {
  const folded = foldBookName(alias);
  if (folded === "") return undefined;
  byAlias ??= booksByAlias();
  return byAlias.get(folded);
}

/** Returns the first book with a name that starts like `text` ("Philem"), or undefined. */
export function bookByBeginning(text: string): BibleBook | undefined {
  const folded = foldBookName(text);
  const letters = folded.replace(/^\d/, "");
  if (letters.length < 2) return undefined;
  return (
    BIBLE_BOOKS.find(({ id }) => id.startsWith(folded)) ??
    BIBLE_BOOKS.find((book) => namesOf(book).some((name) => foldBookName(name).startsWith(folded)))
  );
}

/** Returns the languages with a name that starts like this: "Psaume" is French, "Ps" is both. */
export function languagesOfName(book: BibleBook, text: string): Language[] {
  const folded = foldBookName(text);
  return LANGUAGES.filter((language) => foldBookName(bookName(book, language)).startsWith(folded));
}

/** Returns the previous chapter, across books; null at Genesis 1. */
export function previousPlace({ book, chapter }: BiblePlace): BiblePlace | null {
  if (chapter > 1) return { book, chapter: chapter - 1 };
  const before = BIBLE_BOOKS[book.order - 1];
  return before ? { book: before, chapter: before.chapters } : null;
}

/** Returns the next chapter, across books; null at Revelation 22. */
export function nextPlace({ book, chapter }: BiblePlace): BiblePlace | null {
  if (chapter < book.chapters) return { book, chapter: chapter + 1 };
  const after = BIBLE_BOOKS[book.order + 1];
  return after ? { book: after, chapter: 1 } : null;
}

/** Removes accents, case, blanks and signs; a number before the name becomes a digit. */
function foldBookName(name: string): string {
  let plain = foldText(name).trim().replaceAll(BEFORE_NAME, "");
  for (const [written, digit] of NUMBERS) plain = plain.replace(written, digit);
  return plain.replace(/[^a-z0-9]/g, "");
}

function fail(): never {
  throw new Error("The table of books is empty");
}
