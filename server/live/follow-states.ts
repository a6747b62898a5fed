/** A look costs microseconds: all it asks is in memory. */
const LOOK_EVERY_MS = 1_000;

/**
 * Calls back with what it has read when the states in it have changed; the first reading is where it starts
 * from. It looks every second, and at once when it is told to.
 *
 * @param statesOf the part of a reading that counts, as one text.
 */
export function watchStatus<Reading>(
  read: () => Reading,
  statesOf: (reading: Reading) => string,
  onChange: (reading: Reading) => void,
): { look(): void } {
  let last = statesOf(read());
  function look(): void {
    const reading = read();
    const current = statesOf(reading);
    if (current === last) return;
    last = current;
    onChange(reading);
  }
  setInterval(look, LOOK_EVERY_MS).unref();
  return { look };
}
