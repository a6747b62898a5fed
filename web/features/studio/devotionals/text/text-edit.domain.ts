/** Text of a box with its selection; `from` equals `to` at a caret. */
export type Selection = { text: string; from: number; to: number };

/** Mark that the toolbar sets. */
export type TextMark = "emphasis" | "strong" | "quote" | "list" | "link";

const AROUND = { emphasis: "*", strong: "**" } as const;
const BEFORE = { quote: "> ", list: "- " } as const;

/**
 * Sets a mark on the selection, or removes it. `placeholder` is the text for an empty selection.
 * Keeps the selection, so that a second tap undoes the first.
 */
export function setMark(selection: Selection, mark: TextMark, placeholder: string): Selection {
  if (mark === "quote" || mark === "list") return setLines(selection, BEFORE[mark]);
  if (mark === "link") return setLink(selection, placeholder);
  return setAround(selection, AROUND[mark], placeholder);
}

function setAround({ text, from, to }: Selection, sign: string, placeholder: string): Selection {
  const [start, end] = withoutBlanks(text, from, to);
  const outer = { before: text.slice(0, start), after: text.slice(end) };
  const { length } = sign;
  // One of two asterisks is not emphasis.
  const isSet = outer.before.endsWith(sign) && !outer.before.endsWith(`*${sign}`);
  if (isSet && outer.after.startsWith(sign)) {
    return {
      text: outer.before.slice(0, -length) + text.slice(start, end) + outer.after.slice(length),
      from: start - length,
      to: end - length,
    };
  }
  const selected = start === end ? placeholder : text.slice(start, end);
  return {
    text: `${outer.before}${sign}${selected}${sign}${outer.after}`,
    from: start + sign.length,
    to: start + sign.length + selected.length,
  };
}

/** A mark must touch the text, not the blanks around it. */
function withoutBlanks(text: string, from: number, to: number): [number, number] {
  const selected = text.slice(from, to);
  if (selected.trim() === "") return [from, from];
  return [
    from + (selected.length - selected.trimStart().length),
    to - (selected.length - selected.trimEnd().length),
  ];
}

function setLines({ text, from, to }: Selection, sign: string): Selection {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const found = text.indexOf("\n", to);
  const end = found === -1 ? text.length : found;
  const lines = text.slice(start, end).split("\n");
  const isSet = lines.every((line) => line.startsWith(sign));
  const changed = lines
    .map((line) => (isSet ? line.slice(sign.length) : line.startsWith(sign) ? line : sign + line))
    .join("\n");
  return {
    text: text.slice(0, start) + changed + text.slice(end),
    from: start,
    to: start + changed.length,
  };
}

/** Selects the URL, which has to be written next. */
function setLink({ text, from, to }: Selection, placeholder: string): Selection {
  const selected = text.slice(from, to).trim() || placeholder;
  const address = "https://";
  const start = from + selected.length + 3;
  return {
    text: `${text.slice(0, from)}[${selected}](${address})${text.slice(to)}`,
    from: start,
    to: start + address.length,
  };
}

/** Inserts a paragraph after the selection. */
export function insertParagraph({ text, to }: Selection, paragraph: string): Selection {
  const before = text.slice(0, to).trimEnd();
  const after = text.slice(to).trimStart();
  const start = before === "" ? paragraph : `${before}\n\n${paragraph}`;
  return {
    text: after === "" ? start : `${start}\n\n${after}`,
    from: start.length,
    to: start.length,
  };
}

/** Replaces the selection with a text. */
export function insertText({ text, from, to }: Selection, inserted: string): Selection {
  const end = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: end, to: end };
}
