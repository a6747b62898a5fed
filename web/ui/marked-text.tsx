import type { TextRange } from "#shared/contracts/bible-reader.ts";
import { piecesOf, type TextPiece } from "./marked-text.domain.ts";

type MarkedTextProps = {
  text: string;
  italics?: readonly TextRange[];
  jesusWords?: readonly TextRange[];
  /** Ranges of the search term. */
  marks: readonly TextRange[];
};

/** Text with added words in italics, words of Jesus in their colour and search terms marked. */
export function MarkedText({ text, italics = [], jesusWords = [], marks }: MarkedTextProps) {
  return piecesOf(text, { italics, jesusWords, marks }).map((piece, index) => (
    <Piece key={index} {...piece} />
  ));
}

function Piece({ text, isItalic, isJesus, isMarked }: TextPiece) {
  const words = isItalic ? <i>{text}</i> : text;
  // Always an element: a browser that translates the page replaces text nodes, which React then
  // cannot replace.
  const inColour = <span className={isJesus ? "text-danger" : undefined}>{words}</span>;
  return isMarked ? <mark className="rounded-md bg-gold text-on-gold">{inColour}</mark> : inColour;
}
