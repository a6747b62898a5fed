import type { CommonPasswords } from "#server/backend/settings.ts";
import { BASE_WORDS, LITERAL_PASSWORDS } from "./common-password-words.ts";

/**
 * The blocklist of R-01 as rules over a word list: about 85,000 passwords (words with tails,
 * keyboard walks, repeats) and all dates. Rules need no binary file, no third-party licence and
 * no start-up time. They follow published leak statistics.
 */

/** Suffixes that users append to a word. Trailing punctuation is ignored. */
const TAILS: ReadonlySet<string> = new Set(
  [
    ["", ..."0 1 2 3 4 5 6 7 8 9".split(" ")],
    "00 01 02 03 04 05 06 07 08 09 10 11 12 13 21 22 23 33 44 55 66 69 77 88 99".split(" "),
    "100 101 111 123 222 234 321 333 420 555 666 777 786 888 911 999 abc qwe".split(" "),
    "1234 12345 123456 4321 0000 1111 1122 7777 @1 @12 @123 @1234 #1".split(" "),
    Array.from({ length: 100 }, (_, index) => String(1940 + index)),
  ].flat(),
);
const LONGEST_TAIL_CHARACTERS = 6;

const KEYBOARD_ROWS = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "qwertzuiop",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1q2w3e4r5t6y7u8i9o0p",
  "zaq12wsxcde34rfvbgt56yhn",
  "147258369",
  "741852963",
  "159357",
  "789456123",
  "abcdefghijklmnopqrstuvwxyz",
];
const BOTH_DIRECTIONS = KEYBOARD_ROWS.flatMap((row) => [
  row,
  Array.from(row).toReversed().join(""),
]);
const SHORTEST_WALK_CHARACTERS = 3;

/** Characters that replace letters. */
const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

const DATE_YEARS = { first: 1930, last: 2039 };

const WORDS: ReadonlySet<string> = new Set(BASE_WORDS);
const LITERALS: ReadonlySet<string> = new Set(LITERAL_PASSWORDS);

/**
 * Returns true for a password that attackers try first, in any letter case.
 *
 * @param extra the product's additional words and passwords.
 */
export function isCommonPassword(password: string, extra: CommonPasswords): boolean {
  const lower = password.toLowerCase();
  const withoutSigns = lower.replace(/[!.?*#$]+$/, "");
  return [lower, withoutSigns].some(
    (text) =>
      LITERALS.has(text) ||
      extra.literals.has(text) ||
      isWordWithTail(text, extra.words) ||
      isWalk(text) ||
      isRepeat(text) ||
      isDate(text),
  );
}

/** "summer", "Summer2024", "p@ssw0rd1", "summersummer". */
function isWordWithTail(text: string, extra: ReadonlySet<string>): boolean {
  for (let length = 0; length <= Math.min(LONGEST_TAIL_CHARACTERS, text.length); length += 1) {
    const end = text.length - length;
    if (TAILS.has(text.slice(end)) && isWord(text.slice(0, end), extra)) return true;
  }
  return false;
}

function isWord(text: string, extra: ReadonlySet<string>): boolean {
  const half = text.slice(0, text.length / 2);
  const candidates = [text, undisguise(text), half + half === text ? half : text];
  return candidates.some((word) => WORDS.has(word) || extra.has(word));
}

function undisguise(text: string): string {
  return text.replaceAll(/./g, (sign) => LETTER_OF_SIGN[sign] ?? sign);
}

/** A run of a keyboard row: once, twice, or followed by "1" or "123". */
function isWalk(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  const candidates = [text, text.replace(/(1|123)$/, ""), half + half === text ? half : text];
  return candidates.some(
    (candidate) =>
      candidate.length >= SHORTEST_WALK_CHARACTERS &&
      BOTH_DIRECTIONS.some((row) => row.includes(candidate)),
  );
}

/** "aaaaaa", "121212", "abcabcabc". */
function isRepeat(text: string): boolean {
  return /^(.{1,3})\1{2,}$/.test(text);
}

/** A date of birth with six or eight digits, year first or last. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[./-]/g, "");
  if (/^\d{6}$/.test(digits)) {
    const first = Number(digits.slice(0, 2));
    const second = Number(digits.slice(2, 4));
    return isDayAndMonth(first, second) || isDayAndMonth(second, Number(digits.slice(4)));
  }
  if (!/^\d{8}$/.test(digits)) return false;
  const [one, two, three, four] = [0, 2, 4, 6].map((at) => Number(digits.slice(at, at + 2)));
  return (
    (isYear(digits.slice(4)) && isDayAndMonth(one, two)) ||
    (isYear(digits.slice(0, 4)) && isDayAndMonth(three, four))
  );
}

function isDayAndMonth(one = 0, other = 0): boolean {
  const smaller = Math.min(one, other);
  const larger = Math.max(one, other);
  return smaller >= 1 && smaller <= 12 && larger <= 31;
}

function isYear(text: string): boolean {
  const year = Number(text);
  return year >= DATE_YEARS.first && year <= DATE_YEARS.last;
}

/** Every word with every tail (for tests). */
export function* listCommonPasswords(extra: CommonPasswords): Generator<string> {
  yield* [...LITERALS, ...extra.literals];
  for (const word of [...WORDS, ...extra.words]) for (const tail of TAILS) yield word + tail;
}
