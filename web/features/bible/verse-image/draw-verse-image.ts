import { isFree } from "#shared/bible/bible-versions.ts";
import {
  type Box,
  fitText,
  LINE_FACE,
  type Measure,
  VERSE_IMAGE_SIZES,
  type VerseImageShape,
  layoutOf,
  type SetText,
  VERSE_FACE,
  type Quotation,
  quotedText,
} from "./verse-image.domain.ts";

/**
 * Background gradients of an image, from top left to bottom right; white text is readable on all of
 * them.
 */
export const VERSE_IMAGE_BACKGROUNDS = {
  crown: ["#5a2aa8", "#1f0b45"],
  dawn: ["#a2432b", "#3d0f3f"],
  night: ["#1c4a75", "#07182b"],
  field: ["#2d6146", "#0b2620"],
} as const;

export type VerseImageBackground = keyof typeof VERSE_IMAGE_BACKGROUNDS;

type VerseImageOptions = {
  quotation: Quotation;
  shape: VerseImageShape;
  ground: VerseImageBackground;
  /** Stands next to the logo. */
  ministryName: string;
};

const PICTURE_TYPE = "image/jpeg";
const PICTURE_QUALITY = 0.92;
const REFERENCE_FACE = { largest: 44, smallest: 24 };
const MARK_FACE = { largest: 34, smallest: 20 };
/** The crown in a square of 32. */
const CROWN =
  "M6.5 11.2 11 15l5-7.2 5 7.2 4.5-3.8-1.7 10.1a1 1 0 0 1-1 .8H9.2a1 1 0 0 1-1-.8zM8.6 23.4h14.8v1.9H8.6z";
const CROWN_SIDE = 32;

/**
 * Draws a verse as an image, on this device alone. @returns null when the verse is too long for an
 * image. @throws Error for a licensed text, which may not leave the reader, and when the browser
 * cannot draw.
 */
export async function drawVerseImage(options: VerseImageOptions): Promise<Blob | null> {
  if (!isFree(options.quotation.version))
    throw new Error("A licensed text may not be in a picture");
  const canvas = document.createElement("canvas");
  Object.assign(canvas, VERSE_IMAGE_SIZES[options.shape]);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  const face = await titleFace();
  const measure: Measure = (text, fontPx) => {
    context.font = `700 ${fontPx}px ${face}`;
    return context.measureText(text).width;
  };
  const places = layoutOf(options.shape);
  const { reference, version } = options.quotation;
  const verse = fitText(quotedText(options.quotation), places.verse, VERSE_FACE, measure);
  if (!verse) return null;
  fillGround(context, options);
  const write = (text: SetText | null, box: Box): void => {
    if (text) writeLines(context, text, box, `700 ${text.fontPx}px ${face}`);
  };
  write(verse, places.verse);
  context.fillStyle = "#f5c65c";
  write(fitText(reference, places.reference, REFERENCE_FACE, measure), places.reference);
  context.fillStyle = "#ffffff";
  write(fitText(version.copyright, places.line, LINE_FACE, measure), places.line);
  const name = fitText(options.ministryName, places.mark, MARK_FACE, measure);
  write(name, places.mark);
  if (name) drawCrown(context, places.mark, measure(name.lines[0] ?? "", name.fontPx));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("This browser made no picture"))),
      PICTURE_TYPE,
      PICTURE_QUALITY,
    );
  });
}

/** Returns the title font; a system serif when it fails to load. */
async function titleFace(): Promise<string> {
  await document.fonts.load("700 48px Title").catch(() => []);
  return "Title, Georgia, serif";
}

function fillGround(context: CanvasRenderingContext2D, { shape, ground }: VerseImageOptions): void {
  const { width, height } = VERSE_IMAGE_SIZES[shape];
  const [from, to] = VERSE_IMAGE_BACKGROUNDS[ground];
  const gradient = context.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#ffffff";
  context.textAlign = "center";
  context.textBaseline = "middle";
}

/** Centres lines vertically in their box. */
function writeLines(
  context: CanvasRenderingContext2D,
  { lines, linePx }: SetText,
  { left, top, width, height }: Box,
  font: string,
): void {
  context.font = font;
  const first = top + (height - lines.length * linePx) / 2 + linePx / 2;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, left + width / 2, first + index * linePx);
  }
}

/** Draws the crown left of the ministry's name, `nameWidth` pixels wide. */
function drawCrown(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: Box,
  nameWidth: number,
): void {
  context.save();
  context.translate(left + (width - nameWidth) / 2 - height - 8, top);
  context.scale(height / CROWN_SIDE, height / CROWN_SIDE);
  context.fillStyle = "#f5c65c";
  const crown = new Path2D(CROWN);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(crown);
  context.restore();
}
