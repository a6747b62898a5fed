/**
 * Partial responses: `fields=items(id,snippet(title)),nextPageToken` or `items/snippet/title`. The fake applies
 * the mask, so that a missing field in a mask fails a test.
 */

type Mask = Map<string, Mask>;

type Cursor = { readonly text: string; at: number };

function parseList(cursor: Cursor): Mask {
  const mask: Mask = new Map();
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ")") {
    parseField(cursor, mask);
    if (cursor.text[cursor.at] === ",") cursor.at += 1;
  }
  return mask;
}

function parseField(cursor: Cursor, into: Mask): void {
  const name = /^[\w*]+/.exec(cursor.text.slice(cursor.at))?.[0];
  if (name === undefined) throw new Error(`Invalid field selection at ${cursor.at}`);
  cursor.at += name.length;
  const child = into.get(name) ?? new Map();
  into.set(name, child);
  const next = cursor.text[cursor.at];
  if (next === "/") {
    cursor.at += 1;
    parseField(cursor, child);
  }
  if (next === "(") {
    cursor.at += 1;
    for (const [key, value] of parseList(cursor)) child.set(key, value);
    if (cursor.text[cursor.at] !== ")") throw new Error("Invalid field selection: missing )");
    cursor.at += 1;
  }
}

function select(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || mask.has("*")) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => select(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const childMask = mask.get(key);
      return childMask ? [[key, select(child, childMask)]] : [];
    }),
  );
}

/** Returns the fields that a mask selects. @throws Error when the mask is malformed */
export function applyFieldMask(answer: unknown, fields: string | null): unknown {
  if (fields === null) return answer;
  return select(answer, parseList({ text: fields, at: 0 }));
}
