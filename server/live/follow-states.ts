/** A look costs microseconds: all it asks is in memory. */
const LOOK_EVERY_MS = 1_000;

/** Calls back when what it reads has changed; the first reading is where it starts from. */
export function followStates(read: () => string, onChange: () => void): void {
  let last = read();
  setInterval(() => {
    const current = read();
    if (current === last) return;
    last = current;
    onChange();
  }, LOOK_EVERY_MS).unref();
}
