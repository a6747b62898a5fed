import type { BibleReference } from "#shared/bible/bible-reference.ts";
import type { Language } from "#shared/languages.ts";
import { paragraphsOf } from "./devotional.ts";
import { findReferences } from "./scripture.domain.ts";

/**
 * Markup of devotionals: plain paragraphs with marks that a toolbar sets. `*text*` is emphasis,
 * `**text**` strong, `[text](url)` a link; lines with "> " are a quotation, those with "- " a list.
 * There is no other markup: HTML is shown as text, and so is an incomplete mark.
 */

/** A run of text without marks. */
export type ScriptureSpan =
  | { kind: "text"; text: string }
  /** The only language with this book name; null if several have it. */
  | { kind: "scripture"; text: string; reference: BibleReference; language: Language | null };

export type TextSpan =
  | ScriptureSpan
  | { kind: "emphasis" | "strong"; spans: readonly TextSpan[] }
  | { kind: "link"; href: string; spans: readonly TextSpan[] };

export type TextBlock =
  | { kind: "paragraph" | "quote"; spans: readonly TextSpan[] }
  | { kind: "list"; items: readonly (readonly TextSpan[])[] };

type Lines = { kind: TextBlock["kind"]; lines: string[] };

/** Parses the content of a devotional into blocks. */
export function readText(content: string): TextBlock[] {
  return paragraphsOf(content.replaceAll(/\r\n?/g, "\n")).flatMap(linesByKind).map(blockOf);
}

const MARKS = { quote: /^>[^\S\n]?/, list: /^-[^\S\n]+(?=\S)/ } as const;

/** Groups the lines of a paragraph by kind: a list may follow its sentence. */
function linesByKind(paragraph: string): Lines[] {
  const groups: Lines[] = [];
  for (const line of paragraph.split("\n")) {
    const kind = MARKS.quote.test(line) ? "quote" : MARKS.list.test(line) ? "list" : "paragraph";
    const text = kind === "paragraph" ? line : line.replace(MARKS[kind], "");
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push(text);
    else groups.push({ kind, lines: [text] });
  }
  return groups.filter(({ lines }) => lines.some((line) => line.trim() !== ""));
}

function blockOf({ kind, lines }: Lines): TextBlock {
  if (kind === "list") return { kind, items: lines.map((line) => readSpans(line.trim())) };
  return { kind, spans: readSpans(lines.join("\n").trim()) };
}

/** A mark with its content; marks do not overlap. */
const INLINE =
  /\*\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*\*|\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*|\[([^\][\n]{1,300})\]\(([^\s()]{1,1000})\)/g;

/** Parses the marks and references of a line or paragraph. */
function readSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const marks = new RegExp(INLINE);
  let plainFrom = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const span = markedSpan(match, text);
    if (span === null) {
      marks.lastIndex = match.index + 1;
      continue;
    }
    spans.push(...scriptureSpans(text.slice(plainFrom, match.index)), span);
    plainFrom = marks.lastIndex;
  }
  return [...spans, ...scriptureSpans(text.slice(plainFrom))];
}

/** Returns null for plain characters: within a word, or around an invalid URL. */
function markedSpan(match: RegExpExecArray, text: string): TextSpan | null {
  const [whole, strong, emphasis, words, address = ""] = match;
  if (words !== undefined) {
    const href = safeAddress(address);
    return href === null ? null : { kind: "link", href, spans: [{ kind: "text", text: words }] };
  }
  const around = `${text[match.index - 1] ?? " "}${text[match.index + whole.length] ?? " "}`;
  if (/[\p{L}\p{N}*]/u.test(around)) return null;
  return strong === undefined
    ? { kind: "emphasis", spans: readSpans(emphasis ?? "") }
    : { kind: "strong", spans: readSpans(strong) };
}

/** Splits a text at its Scripture references, without other marks. */
export function scriptureSpans(text: string): ScriptureSpan[] {
  const spans: ScriptureSpan[] = [];
  let from = 0;
  for (const { from: start, to, text: words, reference, language } of findReferences(text)) {
    if (reference === null) continue;
    if (start > from) spans.push({ kind: "text", text: text.slice(from, start) });
    spans.push({ kind: "scripture", text: words, reference, language });
    from = to;
  }
  if (from < text.length) spans.push({ kind: "text", text: text.slice(from) });
  return spans;
}

/**
 * Returns a URL that a devotional may link to: http(s), mailto, or a path of this site ("/bible").
 * Null for other schemes, URLs with credentials and invalid ones.
 */
export function safeAddress(address: string): string | null {
  if (/^\/(?![/\\])/.test(address)) return address;
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return null;
  try {
    const { username, password, href } = new URL(address);
    return username === "" && password === "" ? href : null;
  } catch {
    return null;
  }
}

/** Returns content without marks, for voices, search and API clients. */
export function plainText(content: string): string {
  return readText(content).map(plainBlock).join("\n\n");
}

export function plainParagraphs(content: string): string[] {
  return readText(content).map(plainBlock);
}

function plainBlock(block: TextBlock): string {
  return block.kind === "list" ? block.items.map(plainSpans).join("\n") : plainSpans(block.spans);
}

function plainSpans(spans: readonly TextSpan[]): string {
  return spans.map((span) => ("text" in span ? span.text : plainSpans(span.spans))).join("");
}

/** Slow reading aloud. */
const WORDS_PER_MINUTE = 200;

export type TextLength = { words: number; minutes: number };

/** Returns the words of a content, and the minutes to read them aloud, at least one. */
export function lengthOf(content: string): TextLength {
  const words = plainText(content)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { words, minutes: words === 0 ? 0 : Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
}
