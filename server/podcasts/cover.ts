import { loadSharp } from "@reign-tv/kit/load-sharp.ts";
import { imageBackground, textLayer } from "#server/media/images/share-cards.ts";

/** Side in pixels; directories ask for 1,400 to 3,000. */
const SIDE = 1_400;
const CROWN = `<g transform="translate(460 170) scale(15)" fill="#f5c65c"><path d="M6.5 11.2 11 15l5-7.2 5 7.2 4.5-3.8-1.7 10.1a1 1 0 0 1-1 .8H9.2a1 1 0 0 1-1-.8z"/><rect x="8.6" y="23.4" width="14.8" height="1.9" rx=".95"/></g>`;
const BACKGROUND = imageBackground(SIDE, SIDE, CROWN);

/** Draws the square cover of a podcast as JPEG in RGB. */
export async function drawCover(title: string, ministry: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(BACKGROUND)
    .composite([
      await textLayer(title, "#ffffff", { left: 120, width: 1_160, top: 590, height: 300 }),
      await textLayer(ministry, "#f5c65c", { left: 120, width: 1_160, top: 1_080, height: 110 }),
    ])
    .flatten({ background: "#1f0b45" })
    .jpeg({ quality: 85 })
    .toBuffer();
}
