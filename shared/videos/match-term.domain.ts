/** True when `text` contains the search term; case and accents do not matter. */
export function matchesTerm(text: string, term: string): boolean {
  return fold(text).includes(fold(term.trim()));
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}
