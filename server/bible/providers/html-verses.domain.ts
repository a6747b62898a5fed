import { decodeEntitiesOnce } from "#functions/_shared/playlist/provider-text.domain.ts";
import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  type UsxMeaning,
  createVerseWriter,
  type VerseWriter,
  type WordStyle,
} from "./verse-writer.domain.ts";

/**
 * Reads verses from a provider's HTML. Takes over text only, so that no markup can reach a page. Elements may be closed
 * in any order.
 */

type HtmlElement = {
  /** In lower case. */
  name: string;
  classes: readonly string[];
  attributes: ReadonlyMap<string, string>;
};

/** Meanings of the elements of one provider. */
export type HtmlRules = {
  /** The verse that begins here; null if none does. */
  verseOf: (element: HtmlElement) => number | null;
  meaningOf: (element: HtmlElement) => UsxMeaning | null;
};

type OpenElement = { name: string; meaning: UsxMeaning | null };

/** Every scan ends at the next "<": linear time for any input. */
const TOKEN = /<([^<>]*)>|([^<]+)|</g;
const TAG = /^(\/?)([a-z][\w-]*)/i;
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
const VOID_ELEMENTS = new Set(["br", "hr", "img", "input", "link", "meta", "wbr"]);
const UNREAD_ELEMENTS = new Set(["head", "script", "style", "title", "sup"]);
const HEADING_ELEMENT = /^h[1-6]$/;

/**
 * Returns the verses of a chapter.
 *
 * @throws RangeError when there are none
 */
export function readHtmlVerses(html: string, rules: HtmlRules): BibleVerse[] {
  const writer = createVerseWriter();
  const open: OpenElement[] = [];
  for (const { 1: inside, 2: text } of html.matchAll(TOKEN)) {
    if (text !== undefined) writeText(writer, open, decodeEntitiesOnce(text));
    const [, slash, tagName = ""] = TAG.exec(inside ?? "") ?? [];
    const name = tagName.toLowerCase();
    if (name === "") continue;
    if (slash) close(open, name);
    else begin({ writer, open, rules }, elementOf(name, inside ?? ""));
  }
  return writer.finish();
}

type Reading = { writer: VerseWriter; open: OpenElement[]; rules: HtmlRules };

function begin({ writer, open, rules }: Reading, element: HtmlElement): void {
  const verse = rules.verseOf(element);
  const meaning = isUnread(element) ? DROPPED : rules.meaningOf(element);
  if (meaning?.kind === "paragraph") writer.beginParagraph();
  if (meaning?.kind === "line" || element.name === "br") writer.breakLine();
  if (verse !== null) writer.begin(verse);
  if (!VOID_ELEMENTS.has(element.name)) open.push({ name: element.name, meaning });
}

const DROPPED: UsxMeaning = { kind: "dropped" };

function isUnread({ name }: HtmlElement): boolean {
  return UNREAD_ELEMENTS.has(name);
}

/** Closes the innermost element of the name and its open children. */
function close(open: OpenElement[], name: string): void {
  const index = open.findLastIndex((element) => element.name === name);
  if (index !== -1) open.length = index;
}

function writeText(writer: VerseWriter, open: readonly OpenElement[], text: string): void {
  let style: WordStyle = {};
  let above: "title" | "heading" | null = null;
  for (const { name, meaning } of open) {
    if (meaning?.kind === "dropped") return;
    if (meaning?.kind === "words") style = { ...style, ...meaning.style };
    if (meaning?.kind === "title" || meaning?.kind === "heading") above = meaning.kind;
    else if (HEADING_ELEMENT.test(name)) return;
  }
  if (above) writer.writeAbove(above, text);
  else writer.write(text, style);
}

function elementOf(name: string, inside: string): HtmlElement {
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single, bare] of inside.matchAll(ATTRIBUTE)) {
    attributes.set(key.toLowerCase(), decodeEntitiesOnce(double ?? single ?? bare ?? ""));
  }
  return { name, attributes, classes: (attributes.get("class") ?? "").split(/\s+/) };
}
