import { Bold, Italic, Link2, List, Quote } from "lucide-react";
import { type ClipboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { devotionalsMessages } from "#shared/messages/studio/devotionals.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { textOfHtml } from "./paste-html.ts";
import { insertText, type Selection, setMark, type TextMark } from "./text-edit.domain.ts";

/** Longer HTML is pasted as plain text. */
const PASTED_HTML_MAX = 500_000;

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
    const text = html.length > PASTED_HTML_MAX ? "" : textOfHtml(html);
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
            className="size-11"
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
