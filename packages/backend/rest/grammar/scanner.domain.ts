/** A syntax error in a value; the caller adds the parameter's name. */
export class GrammarError extends Error {
  readonly column: number;

  /** @param column one-based position of the first invalid character. */
  constructor(column: number, message: string) {
    super(message);
    this.name = "GrammarError";
    this.column = column;
  }
}

/** Input of the recursive-descent parsers in this folder, read from left to right. */
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

  /** Consumes the token if it comes next. */
  eat(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  /** Consumes the token. @throws GrammarError when another one comes next. */
  expect(token: string): void {
    if (!this.eat(token)) this.fail(`"${token}"`);
  }

  /** Consumes the match of a sticky pattern, or returns null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) return null;
    this.position += found.length;
    return found;
  }

  /** Returns true when a sticky pattern matches here; consumes nothing. */
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

  /** @throws GrammarError when text is left. */
  expectEnd(): void {
    if (!this.isAtEnd) this.fail("end of input");
  }

  fail(expected: string): never {
    const found = this.isAtEnd ? "end of input" : `'${this.next}'`;
    throw new GrammarError(this.position + 1, `unexpected ${found} expecting ${expected}`);
  }
}
