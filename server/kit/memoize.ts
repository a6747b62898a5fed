/** No text that comes again and again is longer. */
const LONGEST_REMEMBERED = 200;

/**
 * A pure function of one text that remembers its answers, for texts that come again and again. What
 * callers send is theirs to choose: it starts anew when it has remembered `maxEntries`, and never
 * remembers long ones.
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
