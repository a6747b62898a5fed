import { Bold, Italic, Link2, List, Quote } from "lucide-react";
import { type ClipboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { insertText, type Selection, setMark, type TextMark } from "./text-edit.domain.ts";

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

/** Longer HTML is pasted as plain text. */
const MAX_PASTED_HTML_LENGTH = 500_000;

const TOOLS: readonly (readonly [TextMark, typeof Bold])[] = [
  ["emphasis", Italic],
  ["strong", Bold],
  ["quote", Quote],
  ["list", List],
  ["link", Link2],
];

type TextBoxProps = {
  label: string;
  name: string;
  lang: string;
  hint: string;
  error: string | undefined;
  value: string;
  onWrite: (text: string) => void;
  /** The textarea, for callers that insert text. */
  box: RefObject<HTMLTextAreaElement | null>;
};

/** Textarea with a toolbar. Text pasted from a word processor keeps its paragraphs and marks. */
export function TextBox({ label, name, lang, hint, error, value, onWrite, box }: TextBoxProps) {
  const { toolbar } = useTexts(devotionalsMessages);
  const id = useId();
  const next = useRef<Selection | null>(null);

  useEffect(() => {
    const wanted = next.current;
    next.current = null;
    if (wanted === null || box.current?.value !== wanted.text) return;
    box.current.focus();
    box.current.setSelectionRange(wanted.from, wanted.to);
  });

  function put(selection: Selection): void {
    next.current = selection;
    onWrite(selection.text);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const html = event.clipboardData.getData("text/html");
    const text = html.length > MAX_PASTED_HTML_LENGTH ? "" : textOfHtml(html);
    if (text === "") return;
    event.preventDefault();
    put(insertText(selectionOf(event.currentTarget), text));
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div
        role="toolbar"
        aria-label={toolbar.name}
        aria-controls={id}
        className="mb-1.5 flex gap-1"
      >
        {TOOLS.map(([mark, Icon]) => (
          <IconButton
            key={mark}
            label={toolbar[mark]}
            onClick={() => {
              if (box.current) put(setMark(selectionOf(box.current), mark, toolbar.words));
            }}
          >
            <Icon aria-hidden className="size-5" />
          </IconButton>
        ))}
      </div>
      <textarea
        ref={box}
        id={id}
        name={name}
        lang={lang}
        rows={14}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onPaste={paste}
        className="w-full resize-y rounded-xl border border-ink-soft/60 bg-surface px-4 py-3 text-base text-ink aria-invalid:border-danger"
      />
      <p
        id={`${id}-hint`}
        className={
          error === undefined
            ? "mt-1.5 text-sm text-ink-soft"
            : "mt-1.5 text-sm font-medium text-danger"
        }
      >
        {error ?? hint}
      </p>
    </div>
  );
}

export function selectionOf(box: HTMLTextAreaElement): Selection {
  return { text: box.value, from: box.selectionStart, to: box.selectionEnd };
}
