import type { BibleReference } from "#shared/bible/bible-reference.ts";
import type { Language } from "#shared/languages.ts";
import { paragraphsOf } from "./devotional.ts";
import { findReferences } from "./scripture.domain.ts";

/**
 * How a devotional is written: plain paragraphs with a few marks that a volunteer sets by a button.
 * `*weight*` is emphasis, `**weight**` strong, `[words](address)` a link, lines that begin with "> " are
 * a quotation, those with "- " a list. There is no other markup: a text is never HTML, and a mark that
 * stands alone is what it looks like.
 */

/** A run of text without marks. */
export type ScriptureSpan =
  | { kind: "text"; text: string }
  /** With the language that its book's name is of, null where several have it. */
  | { kind: "scripture"; text: string; reference: BibleReference; language: Language | null };

/** A run of text. */
export type TextSpan =
  | ScriptureSpan
  | { kind: "emphasis" | "strong"; spans: readonly TextSpan[] }
  | { kind: "link"; href: string; spans: readonly TextSpan[] };

export type TextBlock =
  | { kind: "paragraph" | "quote"; spans: readonly TextSpan[] }
  | { kind: "list"; items: readonly (readonly TextSpan[])[] };

type Lines = { kind: TextBlock["kind"]; lines: string[] };

/** The blocks of a devotional's content. */
export function readText(content: string): TextBlock[] {
  return paragraphsOf(content.replaceAll(/\r\n?/g, "\n")).flatMap(linesByKind).map(blockOf);
}

const MARKS = { quote: /^>[^\S\n]?/, list: /^-[^\S\n]+(?=\S)/ } as const;

/** Lines of a paragraph, those of one kind together: a list may follow its sentence. */
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

/** A mark and what stands in it; none reaches over another's end. */
const INLINE =
  /\*\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*\*|\*([^\s*](?:[^*]{0,2000}[^\s*])?)\*|\[([^\][\n]{1,300})\]\(([^\s()]{1,1000})\)/g;

/** Reads the marks and references of one line or paragraph. */
export function readSpans(text: string): TextSpan[] {
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

/** Null where the signs are signs: within a word, or around an address that is none. */
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

/** A text with its Scripture references, and without other marks. */
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
 * An address that a devotional may lead to: of the web, of mail, or a page of this site ("/bible"). Null
 * for every other scheme, for addresses with a name and a password in them, and for what is none.
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

/** A devotional's content without its marks, for voices, searches and other programs. */
export function plainText(content: string): string {
  return readText(content).map(plainBlock).join("\n\n");
}

/** Paragraphs of a content without its marks. */
export function plainParagraphs(content: string): string[] {
  return readText(content).map(plainBlock);
}

function plainBlock(block: TextBlock): string {
  return block.kind === "list" ? block.items.map(plainSpans).join("\n") : plainSpans(block.spans);
}

function plainSpans(spans: readonly TextSpan[]): string {
  return spans.map((span) => ("text" in span ? span.text : plainSpans(span.spans))).join("");
}

/** Words that are read aloud in a minute, slowly. */
const WORDS_PER_MINUTE = 200;

/** How long a text is. */
export type TextLength = { words: number; minutes: number };

/** Words of a content, and the minutes that they take to hear, at least one. */
export function lengthOf(content: string): TextLength {
  const words = plainText(content)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { words, minutes: words === 0 ? 0 : Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
}
