/** A value that does not follow the grammar; the caller says which parameter it was in. */
export class GrammarError extends Error {
  readonly column: number;

  /** @param column one-based position of the first character that does not fit. */
  constructor(column: number, message: string) {
    super(message);
    this.name = "GrammarError";
    this.column = column;
  }
}

/** Reads a text from left to right for the recursive-descent parsers of this folder. */
export class Scanner {
  readonly source: string;
  position = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** The next character, or "" at the end. */
  get next(): string {
    return this.source.charAt(this.position);
  }

  startsWith(token: string): boolean {
    return this.source.startsWith(token, this.position);
  }

  /** Takes the token if it comes next. */
  eat(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  /** Takes the token or fails. */
  expect(token: string): void {
    if (!this.eat(token)) this.fail(`"${token}"`);
  }

  /** Takes what a sticky pattern matches here, or null when it does not match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) return null;
    this.position += found.length;
    return found;
  }

  /** Whether a sticky pattern matches here; takes nothing. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    return pattern.test(this.source);
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  rest(): string {
    const rest = this.source.slice(this.position);
    this.position = this.source.length;
    return rest;
  }

  /** Fails unless everything was read. */
  expectEnd(): void {
    if (!this.isAtEnd) this.fail("end of input");
  }

  fail(expected: string): never {
    const found = this.isAtEnd ? "end of input" : `'${this.next}'`;
    throw new GrammarError(this.position + 1, `unexpected ${found} expecting ${expected}`);
  }
}
