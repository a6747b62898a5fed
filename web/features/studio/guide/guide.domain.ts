/** A part of a guide; its texts hold marks, which `readSpans` reads. */
export type GuideBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; isOrdered: boolean; items: readonly string[] };

export type Guide = { title: string; blocks: readonly GuideBlock[] };

export type GuideSpan = { kind: "text" | "strong" | "code" | "studio" | "live"; text: string };

const ITEM = /^(?:-|\d+\.) /;

/**
 * Reads a guide of `docs/`: the part of Markdown that they use. Their pictures, which show pages of
 * the studio, are left out.
 */
export function readGuide(markdown: string): Guide {
  const [title = "", ...parts] = markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("<img"));
  return { title: title.replace(/^# /, ""), blocks: parts.map(blockOf) };
}

function blockOf(part: string): GuideBlock {
  if (part.startsWith("## ")) return { kind: "heading", text: part.slice(3) };
  if (!ITEM.test(part)) return { kind: "paragraph", text: oneLine(part) };
  const items = part.split(/\n(?=-|\d+\. )/).map((item) => oneLine(item.replace(ITEM, "")));
  return { kind: "list", isOrdered: !part.startsWith("-"), items };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

const MARK = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/;

/** Reads the marks of a text. A link to another document than the two guides is text. */
export function readSpans(text: string): GuideSpan[] {
  return text.split(MARK).map((part) => {
    if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
    if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
    const [, name, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (name === undefined) return { kind: "text", text: part };
    const guide = /^(studio|live)(?:\.\w+)?\.md$/.exec(target ?? "")?.[1];
    return { kind: guide === "studio" || guide === "live" ? guide : "text", text: name };
  });
}
