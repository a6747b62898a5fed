/**
 * What a JSON body may not be, checked on its text before anything parses or stores it.
 * Broken JSON passes: the part behind says so in its own words.
 */
export type JsonFlaw = "too_deep" | "forbidden_key";

const DEPTH_LIMIT = 20;
const FORBIDDEN_KEYS: readonly string[] = ["__proto__", "constructor"];

/** Finds what is wrong with a JSON text; null when nothing is. */
export function findJsonFlaw(text: string): JsonFlaw | null {
  if (isTooDeep(text)) return "too_deep";
  const isSuspect = text.includes("\\u") || FORBIDDEN_KEYS.some((key) => text.includes(key));
  return isSuspect && hasForbiddenKey(text) ? "forbidden_key" : null;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "{" || char === "[") {
      depth += 1;
      if (depth > DEPTH_LIMIT) return true;
    } else if (char === "}" || char === "]") {
      depth -= 1;
    } else if (char === '"') {
      index = endOfString(text, index);
    }
  }
  return false;
}

/** Position of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function hasForbiddenKey(text: string): boolean {
  let pending: unknown[];
  try {
    pending = [JSON.parse(text)];
  } catch {
    return false;
  }
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (FORBIDDEN_KEYS.some((key) => Object.hasOwn(value, key))) return true;
    pending.push(...Object.values(value));
  }
  return false;
}
