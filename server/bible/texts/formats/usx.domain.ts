import { createMarkerReader, knownBook, type MarkerReader } from "./marker-reader.domain.ts";
import { SourceFault, type SourceFile } from "./source-fault.ts";
import type { ReadUsfm } from "./usfm.domain.ts";
import { type ElementRule, type ElementRules, tellElement } from "./element-rules.ts";
import { readXml } from "./xml-steps.ts";

/** A file of USX: the styles of its elements are the markers of USFM. @throws SourceFault with the line. */
export function readUsx(file: SourceFile): ReadUsfm {
  let reader: MarkerReader | null = null;
  let line = 1;
  try {
    for (const step of readXml(file)) {
      if (step.kind === "text") {
        reader?.text(step.text);
        continue;
      }
      ({ line } = step);
      if (step.name === "book" && step.kind === "open") {
        const code = step.attributes["code"] ?? "";
        if (!knownBook(code)) return { leftOut: code };
        reader = createMarkerReader(code);
        // Its words name the edition.
        reader.paragraph("id");
      } else if (reader) tellElement(RULES, reader, step);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SourceFault(file.name, line, error.message);
  }
  if (!reader) throw new SourceFault(file.name, null, "no <book> with the code of a book");
  return { book: reader.finish() };
}

/** Its styles are markers already. */
const RULES: ElementRules = new Map<string, ElementRule>([
  [
    "chapter",
    {
      // An end has no number.
      open: (reader, { number }) => (number === undefined ? undefined : reader.chapter(number)),
    },
  ],
  [
    "verse",
    { open: (reader, { number }) => (number === undefined ? undefined : reader.verse(number)) },
  ],
  ["para", { open: (reader, { style = "" }) => reader.paragraph(style) }],
  [
    "note",
    {
      open: (reader, { style = "" }) => reader.openNote(style),
      close: (reader) => reader.closeNote(),
    },
  ],
  [
    "char",
    {
      open: (reader, { style = "" }) => reader.openWords(style),
      close: (reader) => reader.closeWords(),
    },
  ],
  [
    "figure",
    {
      open: (reader) => reader.openWords("fig"),
      close: (reader) => reader.closeWords(),
    },
  ],
  ["row", { open: (reader) => reader.paragraph("tr") }],
  ["cell", { open: (reader) => reader.text(" ") }],
  ["optbreak", { open: (reader) => reader.text(" ") }],
]);
