/** Returns the first grapheme of a name: an emoji or an accent may be several code points. */
export function initialOf(name: string): string {
  const text = name.trim();
  // Browsers before 2021 take the first code point.
  const [first] =
    "Segmenter" in Intl
      ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
      : Array.from(text);
  return (first ?? "").toLocaleUpperCase();
}
