/** The last values of a stream with their times. The oldest give way. */
export class BoundedWindow {
  readonly #capacity: number;
  #entries: { value: number; atMs: number }[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(value: number, atMs: number): void {
    this.#entries.push({ value, atMs });
    // Removing in blocks keeps the cost of one entry constant.
    if (this.#entries.length >= this.#capacity * 2) this.#entries = this.#newest();
  }

  values(): number[] {
    return this.#newest().map(({ value }) => value);
  }

  /** Sum of the values after an instant. */
  sumSince(sinceMs: number): number {
    return this.#newest().reduce((sum, { value, atMs }) => (atMs > sinceMs ? sum + value : sum), 0);
  }

  #newest() {
    return this.#entries.slice(-this.#capacity);
  }
}

/** Returns the middle value, the upper one of two; null without values. */
export function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
}
