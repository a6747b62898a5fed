/**
 * What stands in a picture's place while there is none: a quiet 16:9 panel with a play sign. It says
 * nothing of a video that it does not know.
 */
export const PLACEHOLDER_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">',
  '<rect width="320" height="180" fill="#2b2a33"/>',
  '<circle cx="160" cy="90" r="28" fill="#4a4956"/>',
  '<path d="M152 76v28l24-14z" fill="#2b2a33"/>',
  "</svg>",
].join("");
