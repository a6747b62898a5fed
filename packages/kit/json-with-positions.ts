/** A position in a text as editors count: from 1, columns in characters. */
export type Position = { readonly line: number; readonly column: number };

export type JsonWithPositions = {
  readonly value: unknown;
  /** Position of the value at a path; if it is absent, of its nearest ancestor. */
  positionOf(path: readonly PropertyKey[]): Position;
  /** Position of the name of a field. */
  positionOfName(path: readonly PropertyKey[]): Position;
};

/** A text that is not JSON: where, and how to fix it. */
export class JsonSyntaxError extends Error {
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.name = "JsonSyntaxError";
    this.position = position;
  }
}

/**
 * Parses JSON (RFC 8259) and records positions, which `JSON.parse` does not. Rejects a repeated field: the
 * second would win silently.
 *
 * @throws JsonSyntaxError for the first position that is not JSON.
 */
export function parseJsonWithPositions(text: string): JsonWithPositions {
  const parser = new Parser(text);
  const value = parser.parse();
  const find = (offsets: ReadonlyMap<string, number>, path: readonly PropertyKey[]): Position => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsets.get(keyOf(path.slice(0, length)));
      if (offset !== undefined) return positionAt(text, offset);
    }
    return positionAt(text, 0);
  };
  return {
    value,
    positionOf: (path) => find(parser.values, path),
    positionOfName: (path) => find(parser.names, path),
  };
}

/** Position of a character. */
function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

type Path = readonly PropertyKey[];

const keyOf = (path: Path): string => JSON.stringify(path.map(String));

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: ReadonlyMap<string, unknown> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Quotes that word processors substitute for straight ones. */
const TYPOGRAPHIC_QUOTE =
  /[\u00AB\u00BB\u2018-\u201F\u2032\u2033\u2039\u203A\u300C-\u300F\u301D-\u301F\uFF02\uFF07`\u00B4]/;
const NAMES_OF_INVISIBLE: ReadonlyMap<string, string> = new Map([
  ["\u00A0", "a no-break space"],
  ["\u00AD", "a soft hyphen"],
  ["\u200B", "a zero-width space"],
  ["\u200C", "a zero-width non-joiner"],
  ["\u200D", "a zero-width joiner"],
  ["\u200E", "a left-to-right mark"],
  ["\u200F", "a right-to-left mark"],
  ["\u2028", "a line separator"],
  ["\u2060", "a word joiner"],
  ["\u202F", "a narrow no-break space"],
  ["\uFEFF", "a zero-width no-break space"],
]);
/** Spaces and zero-width characters that JSON does not accept as whitespace. */
const INVISIBLE =
  /[\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]/;

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function typographicQuote(quote: string): string {
  return `${quote} (${codePoint(quote)}) is a typographic quote: use the straight double quote (") instead`;
}

function invisible(character: string): string {
  const name = NAMES_OF_INVISIBLE.get(character) ?? "a special space or invisible sign";
  return `here is ${name} (${codePoint(character)}), which cannot be seen: remove it, or type an ordinary space`;
}

class Parser {
  readonly values = new Map<string, number>();
  readonly names = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): unknown {
    const value = this.#value([]);
    this.#skipBlanks();
    if (this.#at < this.#text.length) this.#fail("nothing may follow the last bracket");
    return value;
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #value(path: Path): unknown {
    this.#skipBlanks();
    this.values.set(keyOf(path), this.#at);
    if (this.#next() === "{") return this.#object(path);
    if (this.#next() === "[") return this.#array(path);
    if (this.#next() === '"') return this.#string();
    const number = this.#match(NUMBER);
    if (number !== null) return Number(number);
    const word = this.#match(/[A-Za-z_]+/y);
    if (word !== null && WORDS.has(word)) return WORDS.get(word);
    if (word !== null) this.#at -= word.length;
    this.#fail(this.#wantedInstead("a value", "a text stands between double quotes"));
  }

  #object(path: Path): object {
    const entries = new Map<string, unknown>();
    this.#list("}", () => {
      const start = this.#at;
      if (this.#next() !== '"') {
        this.#fail(this.#wantedInstead("a field", "its name stands between double quotes"));
      }
      const name = this.#string();
      const [sign] = INVISIBLE.exec(name) ?? [];
      if (sign !== undefined) this.#fail(`in the name "${name}" ${invisible(sign)}`, start);
      if (entries.has(name)) this.#fail(`the field "${name}" stands here twice: remove one`, start);
      this.names.set(keyOf([...path, name]), start);
      this.#skipBlanks();
      if (this.#next() !== ":") this.#fail(`a colon must follow the name "${name}"`);
      this.#at += 1;
      entries.set(name, this.#value([...path, name]));
    });
    return Object.fromEntries(entries);
  }

  #array(path: Path): unknown[] {
    const items: unknown[] = [];
    this.#list("]", () => items.push(this.#value([...path, items.length])));
    return items;
  }

  #list(close: "}" | "]", readItem: () => void): void {
    const opened = this.#at;
    this.#at += 1;
    this.#skipBlanks();
    while (this.#next() !== close) {
      readItem();
      this.#skipBlanks();
      if (this.#next() === close) break;
      if (this.#next() === "") this.#fail(`this bracket is never closed: add a ${close}`, opened);
      if (this.#next() !== ",") this.#fail("a comma is missing before this");
      const comma = this.#at;
      this.#at += 1;
      this.#skipBlanks();
      if (this.#next() === close) this.#fail(`remove this comma: a ${close} follows`, comma);
    }
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    const raw = this.#match(/"(?:[^"\\\n\r]|\\.)*"/y);
    if (raw === null) this.#fail(this.#unclosed(start), start);
    try {
      return String(JSON.parse(raw));
    } catch {
      this.#fail(
        String.raw`this text has a character that must be written as \n, \t, \" or \\`,
        start,
      );
    }
  }

  #unclosed(start: number): string {
    const [line = ""] = this.#text.slice(start).split(/[\r\n]/, 1);
    const [quote] = TYPOGRAPHIC_QUOTE.exec(line.replaceAll(/[\u2019`\u00B4]/g, "")) ?? [];
    return quote === undefined
      ? "this text is never closed: add a double quote"
      : `this text is never closed: ${typographicQuote(quote)}`;
  }

  #skipBlanks(): void {
    this.#match(/[ \t\r\n]+/y);
    const start = this.#text.slice(this.#at, this.#at + 2);
    const [sign] = INVISIBLE.exec(start.charAt(0)) ?? [];
    if (sign !== undefined) this.#fail(invisible(sign));
    if (start === "//" || start === "/*") this.#fail("JSON has no comments: remove this one");
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #peek(pattern: RegExp): string {
    const at = this.#at;
    const found = this.#match(pattern) ?? "";
    this.#at = at;
    return found;
  }

  #wantedInstead(what: string, rule: string): string {
    if (this.#next() === "") return `the text ends where ${what} must stand`;
    if (TYPOGRAPHIC_QUOTE.test(this.#next())) return typographicQuote(this.#next());
    if (this.#next() === "'") return `use double quotes instead of single ones`;
    return `${what} must stand here, not "${this.#peek(/[^\s,:{}[\]"]+|./y)}": ${rule}`;
  }

  #fail(message: string, offset = this.#at): never {
    throw new JsonSyntaxError(message, positionAt(this.#text, offset));
  }
}
