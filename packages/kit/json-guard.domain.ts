/**
 * Reasons to reject a JSON body: nesting beyond 20, keys that reach prototypes, and NUL or lone
 * surrogates, which PostgreSQL cannot store.
 */
export type JsonFlaw = "too_deep" | "forbidden_key" | "unstorable_text";

export const JSON_DEPTH_LIMIT = 20;
const FORBIDDEN_KEYS: readonly string[] = ["__proto__", "constructor", "prototype"];

/**
 * Finds the flaw of a JSON text before it is stored; null when there is none. Invalid JSON passes: its parser
 * reports that.
 */
export function findJsonFlaw(text: string): JsonFlaw | null {
  if (isNestedTooDeep(text)) return "too_deep";
  // NUL and lone surrogates enter JSON only through escapes, and most bodies have none.
  const isSuspect = text.includes("\\u") || FORBIDDEN_KEYS.some((key) => text.includes(key));
  return isSuspect ? flawOfText(text) : null;
}

/** Counts brackets outside strings: a recursive parser must not see a hostile depth. */
export function isNestedTooDeep(text: string, depthLimit = JSON_DEPTH_LIMIT): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "{" || char === "[") {
      depth += 1;
      if (depth > depthLimit) return true;
    } else if (char === "}" || char === "]") {
      depth -= 1;
    } else if (char === '"') {
      index = endOfString(text, index);
    }
  }
  return false;
}

/** Finds the flaw of a parsed value; keys count before texts. */
export function findValueFlaw(value: unknown): Exclude<JsonFlaw, "too_deep"> | null {
  let isUnstorable = false;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") isUnstorable ||= isUnstorableText(next);
    if (typeof next !== "object" || next === null) continue;
    if (FORBIDDEN_KEYS.some((key) => Object.hasOwn(next, key))) return "forbidden_key";
    if (!Array.isArray(next)) isUnstorable ||= Object.keys(next).some(isUnstorableText);
    for (const child of Object.values(next)) pending.push(child);
  }
  return isUnstorable ? "unstorable_text" : null;
}

function isUnstorableText(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function flawOfText(text: string): JsonFlaw | null {
  try {
    return findValueFlaw(JSON.parse(text));
  } catch {
    return null;
  }
}
