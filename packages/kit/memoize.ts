const MAX_TEXT_LENGTH = 200;

/**
 * Memoizes a pure function of one text. Clients choose the text: the cache is cleared at `maxEntries` and
 * never stores long texts.
 */
export function memoize<Text extends string | undefined, Result>(
  compute: (text: Text) => Result,
  maxEntries: number,
): (text: Text) => Result {
  const results = new Map<Text, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text !== undefined && text.length > MAX_TEXT_LENGTH) return result;
    if (results.size >= maxEntries) results.clear();
    results.set(text, result);
    return result;
  };
}

/** Memoizes `make` for the latest input. Use it where the result is expensive and the input rarely changes. */
export function memoizeLatest<Read, Made>(
  read: () => Read,
  make: (read: Read) => Made,
): () => Made {
  let latest: { read: Read; made: Made } | null = null;
  return () => {
    const current = read();
    if (latest === null || latest.read !== current) latest = { read: current, made: make(current) };
    return latest.made;
  };
}
