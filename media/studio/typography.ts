import type { Category } from "./clips.ts";

export type Face = { family: string; weight: number; style: "normal" | "italic"; isCaps: boolean };
type Voice = { display: Face; accent: Face; verse: Face };

function face(
  family: string,
  weight: number,
  style: Face["style"] = "normal",
  isCaps = false,
): Face {
  return { family, weight, style, isCaps };
}

const GARAMOND = face("EB Garamond", 500);
const GARAMOND_ITALIC = face("EB Garamond", 500, "italic");
const CORMORANT = face("Cormorant Garamond", 700);
const CORMORANT_ITALIC = face("Cormorant Garamond", 700, "italic");
const PLAYFAIR = face("Playfair Display", 700);
const PLAYFAIR_ITALIC = face("Playfair Display", 600, "italic");
const CINZEL = face("Cinzel", 700, "normal", true);
const INTER_BLACK = face("Inter", 800);

export const LABEL_FACE = face("Inter", 600, "normal", true);
export const REFERENCE_FACE = GARAMOND_ITALIC;

/** Each category has one combination of typefaces, like the series of a broadcaster. */
export const VOICES: Record<Category, Voice> = {
  sermons: { display: PLAYFAIR, accent: PLAYFAIR_ITALIC, verse: GARAMOND },
  prophecies: { display: CINZEL, accent: CINZEL, verse: GARAMOND },
  "prophecy-confirmations": { display: CORMORANT, accent: CORMORANT_ITALIC, verse: GARAMOND },
  testimonies: { display: PLAYFAIR, accent: PLAYFAIR_ITALIC, verse: GARAMOND },
  "personal-prophecies": { display: CORMORANT, accent: CORMORANT_ITALIC, verse: GARAMOND_ITALIC },
  humanitarian: { display: INTER_BLACK, accent: PLAYFAIR_ITALIC, verse: GARAMOND },
  movies: { display: CINZEL, accent: CINZEL, verse: GARAMOND },
  music: { display: PLAYFAIR_ITALIC, accent: PLAYFAIR_ITALIC, verse: PLAYFAIR_ITALIC },
  announcements: { display: INTER_BLACK, accent: INTER_BLACK, verse: GARAMOND },
};

/** Font files in an npm prefix with the `@fontsource` packages, and their CSS. */
export const FONT_FILES: readonly {
  family: string;
  weight: number;
  style: string;
  file: string;
}[] = [
  GARAMOND,
  GARAMOND_ITALIC,
  CORMORANT,
  CORMORANT_ITALIC,
  PLAYFAIR,
  PLAYFAIR_ITALIC,
  CINZEL,
  INTER_BLACK,
  LABEL_FACE,
].map(({ family, weight, style }) => {
  const name = family.toLowerCase().replaceAll(" ", "-");
  return { family, weight, style, file: `${name}/files/${name}-latin-${weight}-${style}.woff2` };
});

/** Returns the CSS `font` shorthand of a face at a size in pixels. */
export function fontOf(face: Face, sizePx: number): string {
  return `${face.style} ${face.weight} ${sizePx}px "${face.family}"`;
}

/** Returns a text in the case of the face: some are set in capitals. */
export function cased(face: Face, text: string): string {
  return face.isCaps ? text.toUpperCase() : text;
}

/** Formats a reference with an en dash between verse numbers. */
export function typesetReference(reference: string): string {
  return reference.replaceAll("-", "–");
}
