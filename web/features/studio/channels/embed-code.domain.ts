/**
 * Parses the tags of a pasted embed code. Only names and values are returned; schemas check them.
 */

/** A start tag: name and attributes in lower case, and the text up to the next tag. */
export type CodeTag = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
};

const TAG_START = /<([a-z][a-z0-9-]*)/gi;
const ATTRIBUTE = /\s*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

/** Returns the start tags in order, without comments. */
export function readTags(code: string): CodeTag[] {
  const text = code.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "");
  const tags: CodeTag[] = [];
  TAG_START.lastIndex = 0;
  for (let start = TAG_START.exec(text); start !== null; start = TAG_START.exec(text)) {
    const { attributes, end } = readAttributes(text, TAG_START.lastIndex);
    const next = text.indexOf("<", end);
    tags.push({
      name: (start[1] ?? "").toLowerCase(),
      attributes,
      text: text.slice(end, next < 0 ? undefined : next).trim(),
    });
    TAG_START.lastIndex = end;
  }
  return tags;
}

function readAttributes(
  text: string,
  from: number,
): { attributes: ReadonlyMap<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let end = from;
  while (end < text.length && text[end] !== ">") {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(text);
    if (found === null) {
      // A stray character, such as the slash of "/>".
      end += 1;
    } else {
      const [whole, name = "", double, single, bare] = found;
      // As in browsers, the first of two equal attributes counts.
      const key = name.toLowerCase();
      if (!attributes.has(key)) attributes.set(key, decoded(double ?? single ?? bare ?? ""));
      end += whole.length;
    }
  }
  return { attributes, end: end + 1 };
}

function decoded(value: string): string {
  return value
    .replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
}
