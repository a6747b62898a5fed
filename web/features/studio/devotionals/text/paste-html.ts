/**
 * Converts HTML of the clipboard to the marks of the site. Keeps paragraphs, emphasis, quotations,
 * lists and links. DOMParser runs no script and loads nothing.
 */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return blocksOf(body)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .join("\n\n")
    .replaceAll(/\n{3,}/g, "\n\n");
}

const SKIPPED = /^(?:script|style|head|title|meta|link|svg|math|template|iframe|object|noscript)$/i;
const BLOCKS =
  /^(?:address|article|aside|blockquote|div|dd|dl|dt|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|td|th|tr|ul)$/i;

/** Returns the paragraphs of an element. */
function blocksOf(element: Element): string[] {
  const blocks: string[] = [];
  let inline = "";
  const end = (): void => {
    blocks.push(inline);
    inline = "";
  };
  for (const node of element.childNodes) {
    if (!(node instanceof Element) || !isBlock(node)) {
      inline += inlineOf(node);
      continue;
    }
    end();
    blocks.push(...blockOf(node));
  }
  end();
  return joinedItems(blocks);
}

function isBlock(element: Element): boolean {
  return BLOCKS.test(element.localName) || [...element.children].some(isBlock);
}

function blockOf(element: Element): string[] {
  if (SKIPPED.test(element.localName)) return [];
  if (element.localName === "blockquote") return [markedLines(blocksOf(element), "> ")];
  if (element.localName === "li") return [item(blocksOf(element).join(" "))];
  if (isWordItem(element)) return [item(blocksOf(element).join(" ").replace(WORD_BULLET, ""))];
  return blocksOf(element);
}

function markedLines(blocks: readonly string[], sign: string): string {
  const lines = blocks.map((block) => block.trim()).filter((block) => block !== "");
  return lines.flatMap((block) => block.split("\n").map((line) => sign + line)).join("\n");
}

/** Word writes list items as paragraphs of a class, with the bullet as text. */
const WORD_BULLET = /^\s*(?:[·•▪◦§o–-]|\d{1,2}[.)])[\s\u00a0]+/u;

function isWordItem(element: Element): boolean {
  return (
    /MsoListParagraph/.test(element.className) ||
    /mso-list:/.test(element.getAttribute("style") ?? "")
  );
}

function item(text: string): string {
  const content = text.replaceAll(/\s+/g, " ").trim();
  return content === "" ? "" : `- ${content.replace(/^- /, "")}`;
}

/** Joins the items of one list without empty lines. */
function joinedItems(blocks: readonly string[]): string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    if (block.trim() === "") continue;
    const last = joined.at(-1);
    if (block.startsWith("- ") && last?.startsWith("- ")) {
      joined[joined.length - 1] = `${last}\n${block}`;
    } else joined.push(block);
  }
  return joined;
}

function inlineOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
  if (!(node instanceof Element) || SKIPPED.test(node.localName)) return "";
  if (node.localName === "br") return "\n";
  const text = [...node.childNodes].map(inlineOf).join("");
  if (node.localName === "a") return link(node, text);
  const sign = signOf(node);
  return sign === "" ? text : around(text, sign);
}

function signOf(element: Element): string {
  const style = element.getAttribute("style") ?? "";
  // Google Docs wraps pasted text in a <b> that is not bold.
  if (/font-weight:\s*normal/.test(style)) return "";
  if (/^(?:b|strong)$/.test(element.localName)) return "**";
  if (/^(?:i|em)$/.test(element.localName)) return "*";
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) return "**";
  return /font-style:\s*italic/.test(style) ? "*" : "";
}

/** Puts a mark around text, but not around blanks or other marks next to it. */
function around(text: string, sign: string): string {
  const inner = text.trim();
  if (inner === "" || inner.includes("*")) return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = text.slice(text.trimEnd().length);
  return `${start}${sign}${inner}${sign}${end}`;
}

function link(element: Element, text: string): string {
  const address = element.getAttribute("href") ?? "";
  const inner = text.trim();
  const isKept = /^(?:https?:\/\/|mailto:)[^\s()]+$/i.test(address) && !/[\][\n]/.test(inner);
  return isKept && inner !== "" ? `[${inner}](${address})` : text;
}
