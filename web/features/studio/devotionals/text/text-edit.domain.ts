/** A text box: its text, and what is chosen in it; both places are equal at a caret. */
export type Selection = { text: string; from: number; to: number };

/** What the toolbar sets. */
export type TextMark = "emphasis" | "strong" | "quote" | "list" | "link";

const AROUND = { emphasis: "*", strong: "**" } as const;
const BEFORE = { quote: "> ", list: "- " } as const;

/**
 * Sets a mark on what is chosen, or takes it away where it stands already. `words` stands for what a
 * writer has not chosen. What was chosen stays chosen, so that a second tap undoes the first.
 */
export function setMark(selection: Selection, mark: TextMark, words: string): Selection {
  if (mark === "quote" || mark === "list") return setLines(selection, BEFORE[mark]);
  if (mark === "link") return setLink(selection, words);
  return setAround(selection, AROUND[mark], words);
}

function setAround({ text, from, to }: Selection, sign: string, words: string): Selection {
  const [start, end] = withoutBlanks(text, from, to);
  const outer = { before: text.slice(0, start), after: text.slice(end) };
  const { length } = sign;
  // One sign of two is not emphasis.
  const isSet = outer.before.endsWith(sign) && !outer.before.endsWith(`*${sign}`);
  if (isSet && outer.after.startsWith(sign)) {
    return {
      text: outer.before.slice(0, -length) + text.slice(start, end) + outer.after.slice(length),
      from: start - length,
      to: end - length,
    };
  }
  const chosen = start === end ? words : text.slice(start, end);
  return {
    text: `${outer.before}${sign}${chosen}${sign}${outer.after}`,
    from: start + sign.length,
    to: start + sign.length + chosen.length,
  };
}

/** A mark stands at words, never at the blanks beside them. */
function withoutBlanks(text: string, from: number, to: number): [number, number] {
  const chosen = text.slice(from, to);
  if (chosen.trim() === "") return [from, from];
  return [
    from + (chosen.length - chosen.trimStart().length),
    to - (chosen.length - chosen.trimEnd().length),
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

/** The address is chosen afterwards: it is what has to be written next. */
function setLink({ text, from, to }: Selection, words: string): Selection {
  const chosen = text.slice(from, to).trim() || words;
  const address = "https://";
  const start = from + chosen.length + 3;
  return {
    text: `${text.slice(0, from)}[${chosen}](${address})${text.slice(to)}`,
    from: start,
    to: start + address.length,
  };
}

/** Puts a paragraph of its own behind what is chosen. */
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

/** Puts a text in place of what is chosen. */
export function insertText({ text, from, to }: Selection, inserted: string): Selection {
  const end = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: end, to: end };
}
