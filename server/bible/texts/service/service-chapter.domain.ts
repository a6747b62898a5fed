import type { BibleVerse } from "#shared/bible/bible-text.ts";
import {
  type ChapterWriter,
  createChapterWriter,
} from "#server/bible/texts/formats/chapter-writer.domain.ts";
import type { ServiceChapter, ServicePiece } from "./service-responses.ts";

/** Punctuation without a space before it, or after it. */
const CLOSING = /^[\s,.;:!?)\]}’”»…]/u;
const OPENING = /[\s([{‘“«]$/u;

/**
 * Reads the verses of a service response, with headings, psalm titles, poetry, notes and words of Jesus.
 *
 * @throws RangeError when verses are out of order.
 */
export function readServiceChapter({ chapter }: ServiceChapter): BibleVerse[] {
  const notes = new Map(chapter.footnotes.map(({ noteId, text }) => [noteId, text]));
  const writer = createChapterWriter();
  for (const item of chapter.content) {
    switch (item.type) {
      case "heading":
        writer.above("section", item.content.join(" "));
        break;
      case "hebrew_subtitle":
        writer.above("title", item.content.map(plainText).join(" "));
        break;
      case "line_break":
        writer.paragraph();
        break;
      case "verse": {
        // The service gives both parts of a split verse the same number.
        const error = writer.begin(item.number, "b");
        if (error !== null) throw new RangeError(error);
        writePieces(writer, item.content, notes);
        break;
      }
      case "other":
        break;
    }
  }
  return writer.finish();
}

function writePieces(
  writer: ChapterWriter,
  pieces: readonly ServicePiece[],
  notes: ReadonlyMap<number, string>,
): void {
  let before = " ";
  for (const piece of pieces) {
    if (typeof piece === "object" && "noteId" in piece) {
      writer.note(notes.get(piece.noteId) ?? "");
      continue;
    }
    if (typeof piece === "object" && "heading" in piece) continue;
    if (typeof piece === "object" && "poem" in piece && piece.poem !== undefined) {
      writer.line(piece.poem);
    }
    const words = plainText(piece);
    const isJesus = typeof piece === "object" && "wordsOfJesus" in piece && piece.wordsOfJesus;
    // The service trims its pieces.
    const isApart = OPENING.test(before) || CLOSING.test(words);
    if (!isApart) writer.write(" ");
    writer.write(words, { isJesus: isJesus === true });
    before = words === "" ? before : words;
  }
  writer.write(" ");
}

function plainText(piece: ServicePiece): string {
  if (typeof piece === "string") return piece;
  return "text" in piece ? piece.text : "";
}
