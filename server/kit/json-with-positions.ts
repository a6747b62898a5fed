/** A place in a text as editors count: from 1, columns in characters. */
export type Place = { readonly line: number; readonly column: number };

export type JsonWithPositions = {
  readonly value: unknown;
  /** Where the value of a path begins; of a path that is not there, the nearest one around it. */
  placeOf(path: readonly PropertyKey[]): Place;
  /** Where the name of a field begins. */
  placeOfName(path: readonly PropertyKey[]): Place;
};

/** A text that is not JSON: where, and what to do about it. */
export class JsonSyntaxError extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.name = "JsonSyntaxError";
    this.place = place;
  }
}

/**
 * Parses JSON (RFC 8259) and remembers where everything stands, which `JSON.parse` does not tell. A
 * field that an object has twice is a mistake here: the second would win without a word.
 *
 * @throws JsonSyntaxError for the first place that is not JSON.
 */
export function parseJsonWithPositions(text: string): JsonWithPositions {
  const parser = new Parser(text);
  const value = parser.parse();
  const find = (offsets: ReadonlyMap<string, number>, path: readonly PropertyKey[]): Place => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsets.get(keyOf(path.slice(0, length)));
      if (offset !== undefined) return placeAt(text, offset);
    }
    return placeAt(text, 0);
  };
  return {
    value,
    placeOf: (path) => find(parser.values, path),
    placeOfName: (path) => find(parser.names, path),
  };
}

/** The place of a character. */
export function placeAt(text: string, offset: number): Place {
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
    if (raw === null) this.#fail("this text is never closed: add a double quote", start);
    try {
      return String(JSON.parse(raw));
    } catch {
      this.#fail(
        String.raw`this text has a character that must be written as \n, \t, \" or \\`,
        start,
      );
    }
  }

  #skipBlanks(): void {
    this.#match(/[ \t\r\n]+/y);
    const start = this.#text.slice(this.#at, this.#at + 2);
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
    if (this.#next() === "'") return `use double quotes instead of single ones`;
    return `${what} must stand here, not "${this.#peek(/[^\s,:{}[\]"]+|./y)}": ${rule}`;
  }

  #fail(message: string, offset = this.#at): never {
    throw new JsonSyntaxError(message, placeAt(this.#text, offset));
  }
}
