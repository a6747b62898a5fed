const LONGEST_REMEMBERED = 200;

/**
 * Memoizes a pure function of one text. Clients choose the text: the cache is cleared at `maxEntries` and
 * never stores long texts.
 */
export function memoize<Text extends string | undefined, Answer>(
  answerFor: (text: Text) => Answer,
  maxEntries: number,
): (text: Text) => Answer {
  const answers = new Map<Text, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = answerFor(text);
    if (text !== undefined && text.length > LONGEST_REMEMBERED) return answer;
    if (answers.size >= maxEntries) answers.clear();
    answers.set(text, answer);
    return answer;
  };
}

/** Memoizes `make` for the latest input. Use it where the result is expensive and the input rarely changes. */
export function memoizeLatest<Read, Made>(
  read: () => Read,
  make: (read: Read) => Made,
): () => Made {
  let kept: { read: Read; made: Made } | null = null;
  return () => {
    const current = read();
    if (kept === null || kept.read !== current) kept = { read: current, made: make(current) };
    return kept.made;
  };
}
