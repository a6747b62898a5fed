/** One book of the Bible. */
export type BibleBook = {
  /** English name in lower case without blanks, as the specification has it ("1samuel"). */
  id: string;
  /** English display name; bookmarks are written with it. */
  name: string;
  frenchName: string;
  /** Three-letter code of the Unified Standard Format Markers. */
  usfm: string;
  osis: string;
  chapters: number;
  /** Verses in the King James Version. */
  verses: number;
  /** Place in the canon, from 0. */
  order: number;
  testament: "ot" | "nt";
};

/** A chapter of the Bible, whatever the version. */
export type BiblePlace = { book: BibleBook; chapter: number };

const OLD_TESTAMENT_BOOKS = 39;

// prettier-ignore
const ROWS: readonly (readonly [string, string, string, string, string, number, number, string])[] = [
  ["genesis", "Genesis", "Genèse", "GEN", "Gen", 50, 1533, "gn"],
  ["exodus", "Exodus", "Exode", "EXO", "Exod", 40, 1213, "ex"],
  ["leviticus", "Leviticus", "Lévitique", "LEV", "Lev", 27, 859, "lv"],
  ["numbers", "Numbers", "Nombres", "NUM", "Num", 36, 1288, "nb"],
  ["deuteronomy", "Deuteronomy", "Deutéronome", "DEU", "Deut", 34, 959, "dt"],
  ["joshua", "Joshua", "Josué", "JOS", "Josh", 24, 658, ""],
  ["judges", "Judges", "Juges", "JDG", "Judg", 21, 618, "jg jdgs jug"],
  ["ruth", "Ruth", "Ruth", "RUT", "Ruth", 4, 85, "rt"],
  ["1samuel", "1 Samuel", "1 Samuel", "1SA", "1Sam", 31, 810, "1s 1sm"],
  ["2samuel", "2 Samuel", "2 Samuel", "2SA", "2Sam", 24, 695, "2s 2sm"],
  ["1kings", "1 Kings", "1 Rois", "1KI", "1Kgs", 22, 816, "1k 1r 1rs"],
  ["2kings", "2 Kings", "2 Rois", "2KI", "2Kgs", 25, 719, "2k 2r 2rs"],
  ["1chronicles", "1 Chronicles", "1 Chroniques", "1CH", "1Chr", 29, 942, "1chron"],
  ["2chronicles", "2 Chronicles", "2 Chroniques", "2CH", "2Chr", 36, 822, "2chron"],
  ["ezra", "Ezra", "Esdras", "EZR", "Ezra", 10, 280, ""],
  ["nehemiah", "Nehemiah", "Néhémie", "NEH", "Neh", 13, 406, "ne"],
  ["esther", "Esther", "Esther", "EST", "Esth", 10, 167, ""],
  ["job", "Job", "Job", "JOB", "Job", 42, 1070, "jb"],
  ["psalms", "Psalms", "Psaumes", "PSA", "Ps", 150, 2461, "psalm psaume psm"],
  ["proverbs", "Proverbs", "Proverbes", "PRO", "Prov", 31, 915, "pr"],
  ["ecclesiastes", "Ecclesiastes", "Ecclésiaste", "ECC", "Eccl", 12, 222, "ec qoheleth"],
  ["songofsolomon", "Song of Solomon", "Cantique des Cantiques", "SNG", "Song", 8, 117, "songofsongs solomonssong canticles cantique ct sos"],
  ["isaiah", "Isaiah", "Ésaïe", "ISA", "Isa", 66, 1292, "is es esaie"],
  ["jeremiah", "Jeremiah", "Jérémie", "JER", "Jer", 52, 1364, "jr"],
  ["lamentations", "Lamentations", "Lamentations", "LAM", "Lam", 5, 154, "lm"],
  ["ezekiel", "Ezekiel", "Ézéchiel", "EZK", "Ezek", 48, 1273, "ez"],
  ["daniel", "Daniel", "Daniel", "DAN", "Dan", 12, 357, "dn"],
  ["hosea", "Hosea", "Osée", "HOS", "Hos", 14, 197, "os"],
  ["joel", "Joel", "Joël", "JOL", "Joel", 3, 73, "jl"],
  ["amos", "Amos", "Amos", "AMO", "Amos", 9, 146, ""],
  ["obadiah", "Obadiah", "Abdias", "OBA", "Obad", 1, 21, "ob ab"],
  ["jonah", "Jonah", "Jonas", "JON", "Jonah", 4, 48, ""],
  ["micah", "Micah", "Michée", "MIC", "Mic", 7, 105, "mi"],
  ["nahum", "Nahum", "Nahum", "NAM", "Nah", 3, 47, "na"],
  ["habakkuk", "Habakkuk", "Habacuc", "HAB", "Hab", 3, 56, "hb ha"],
  ["zephaniah", "Zephaniah", "Sophonie", "ZEP", "Zeph", 3, 53, "so"],
  ["haggai", "Haggai", "Aggée", "HAG", "Hag", 2, 38, "hg ag"],
  ["zechariah", "Zechariah", "Zacharie", "ZEC", "Zech", 14, 211, "za"],
  ["malachi", "Malachi", "Malachie", "MAL", "Mal", 4, 55, "ml"],
  ["matthew", "Matthew", "Matthieu", "MAT", "Matt", 28, 1071, "mt"],
  ["mark", "Mark", "Marc", "MRK", "Mark", 16, 678, "mk mc"],
  ["luke", "Luke", "Luc", "LUK", "Luke", 24, 1151, "lk lc"],
  ["john", "John", "Jean", "JHN", "John", 21, 879, "jn"],
  ["acts", "Acts", "Actes", "ACT", "Acts", 28, 1007, "ac"],
  ["romans", "Romans", "Romains", "ROM", "Rom", 16, 433, "rm ro"],
  ["1corinthians", "1 Corinthians", "1 Corinthiens", "1CO", "1Cor", 16, 437, "1co"],
  ["2corinthians", "2 Corinthians", "2 Corinthiens", "2CO", "2Cor", 13, 257, "2co"],
  ["galatians", "Galatians", "Galates", "GAL", "Gal", 6, 149, "ga"],
  ["ephesians", "Ephesians", "Éphésiens", "EPH", "Eph", 6, 155, "ep"],
  ["philippians", "Philippians", "Philippiens", "PHP", "Phil", 4, 104, "ph"],
  ["colossians", "Colossians", "Colossiens", "COL", "Col", 4, 95, "cl"],
  ["1thessalonians", "1 Thessalonians", "1 Thessaloniciens", "1TH", "1Thess", 5, 89, "1th"],
  ["2thessalonians", "2 Thessalonians", "2 Thessaloniciens", "2TH", "2Thess", 3, 47, "2th"],
  ["1timothy", "1 Timothy", "1 Timothée", "1TI", "1Tim", 6, 113, "1tm"],
  ["2timothy", "2 Timothy", "2 Timothée", "2TI", "2Tim", 4, 83, "2tm"],
  ["titus", "Titus", "Tite", "TIT", "Titus", 3, 46, "tt"],
  ["philemon", "Philemon", "Philémon", "PHM", "Phlm", 1, 25, "phm phlm"],
  ["hebrews", "Hebrews", "Hébreux", "HEB", "Heb", 13, 303, "he"],
  ["james", "James", "Jacques", "JAS", "Jas", 5, 108, "jc jm"],
  ["1peter", "1 Peter", "1 Pierre", "1PE", "1Pet", 5, 105, "1p 1pi"],
  ["2peter", "2 Peter", "2 Pierre", "2PE", "2Pet", 3, 61, "2p 2pi"],
  ["1john", "1 John", "1 Jean", "1JN", "1John", 5, 105, "1jn"],
  ["2john", "2 John", "2 Jean", "2JN", "2John", 1, 13, "2jn"],
  ["3john", "3 John", "3 Jean", "3JN", "3John", 1, 14, "3jn"],
  ["jude", "Jude", "Jude", "JUD", "Jude", 1, 25, ""],
  ["revelation", "Revelation", "Apocalypse", "REV", "Rev", 22, 404, "rv ap apoc revelations"],
];

/** All 66 books in canonical order. */
export const BIBLE_BOOKS: readonly BibleBook[] = ROWS.map(
  ([id, name, frenchName, usfm, osis, chapters, verses], order) => ({
    id,
    name,
    frenchName,
    usfm,
    osis,
    chapters,
    verses,
    order,
    testament: order < OLD_TESTAMENT_BOOKS ? "ot" : "nt",
  }),
);

const FIRST_BOOK = BIBLE_BOOKS[0] ?? fail();

/** Where the Bible opens for the first time. */
export const FIRST_PLACE: BiblePlace = { book: FIRST_BOOK, chapter: 1 };

const ROMAN_NUMBERS: readonly [RegExp, string][] = [
  [/^(?:iii|3rd|third)\b/, "3"],
  [/^(?:ii|2nd|second)\b/, "2"],
  [/^(?:i|1st|first)\b/, "1"],
];

const BY_ALIAS: ReadonlyMap<string, BibleBook> = new Map(
  BIBLE_BOOKS.flatMap((book) =>
    [book.id, book.usfm, book.osis, book.frenchName, ...(ROWS[book.order]?.[7].split(" ") ?? [])]
      .map(foldBookName)
      .filter((alias) => alias !== "")
      .map((alias): [string, BibleBook] => [alias, book]),
  ),
);

/** The book of an id, code or name in English or French; undefined when there is none. */
export function bookByAlias(alias: string): BibleBook | undefined {
  return BY_ALIAS.get(foldBookName(alias));
}

/** The first book whose English or French name begins like this, for what people type ("Philem"). */
export function bookByBeginning(text: string): BibleBook | undefined {
  const folded = foldBookName(text);
  const letters = folded.replace(/^\d/, "");
  if (letters.length < 2) return undefined;
  return (
    BIBLE_BOOKS.find(({ id }) => id.startsWith(folded)) ??
    BIBLE_BOOKS.find(({ frenchName }) => foldBookName(frenchName).startsWith(folded))
  );
}

/** The chapter before, across books; null at Genesis 1. */
export function previousPlace({ book, chapter }: BiblePlace): BiblePlace | null {
  if (chapter > 1) return { book, chapter: chapter - 1 };
  const before = BIBLE_BOOKS[book.order - 1];
  return before ? { book: before, chapter: before.chapters } : null;
}

/** The chapter after, across books; null at Revelation 22. */
export function nextPlace({ book, chapter }: BiblePlace): BiblePlace | null {
  if (chapter < book.chapters) return { book, chapter: chapter + 1 };
  const after = BIBLE_BOOKS[book.order + 1];
  return after ? { book: after, chapter: 1 } : null;
}

/** A name without accents, case, blanks and signs; a Roman number before it becomes a digit. */
function foldBookName(name: string): string {
  let plain = name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim();
  for (const [roman, digit] of ROMAN_NUMBERS) plain = plain.replace(roman, digit);
  return plain.replace(/[^a-z0-9]/g, "");
}

function fail(): never {
  throw new Error("The table of books is empty");
}
