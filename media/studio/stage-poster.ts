import { type ClipSpec, clipSeconds } from "./clips.ts";
import { PALETTES, type Palette } from "./palettes.ts";
import { createBackground } from "./stage-background.ts";
import {
  context2d,
  drawCrown,
  drawLine,
  measure,
  newCanvas,
  type LetteringLine,
} from "./stage-lettering.ts";
import { KINDS, POSTER } from "./stage-kind.ts";
import { createParticles } from "./stage-particles.ts";
import { VOICES } from "./typography.ts";

const SMALL_LINE = 0.6;
const PAPER_INK = "#2a1a2e";

/** Returns the lines of the poster at the largest size that fits their field. */
function poseLines(clip: ClipSpec, palette: Palette): LetteringLine[] {
  const { title: field, isPaper } = KINDS[clip.category];
  const voice = VOICES[clip.category];
  const lines = clip.poster.lines.map((text): LetteringLine => {
    const isAccent = text.startsWith("*");
    const isSmall = text.startsWith("~");
    return {
      text: text.replace(/^[*~]/, ""),
      face: isAccent ? voice.accent : voice.display,
      sizePx: isSmall ? 100 * SMALL_LINE : 100,
      colour: isPaper ? (isAccent ? palette[1] : PAPER_INK) : isAccent ? palette[4] : "#fffdf8",
    };
  });
  const widest = Math.max(...lines.map(measure));
  const tall = lines.reduce((sum, line) => sum + line.sizePx * 1.06, 0);
  const scale = Math.min(field.widthPx / widest, field.heightPx / tall, 1.9);
  return lines.map((line) => ({ ...line, sizePx: line.sizePx * scale }));
}

function drawTitle(context: CanvasRenderingContext2D, clip: ClipSpec, palette: Palette): void {
  const { title: field, isPaper } = KINDS[clip.category];
  const lines = poseLines(clip, palette);
  const height = lines.reduce((sum, line) => sum + line.sizePx * 1.06, 0);
  const top = field.middleY - height / 2;
  let y = top;
  for (const line of lines) {
    y += line.sizePx * 0.85;
    const at = { x: field.x, y, align: field.align };
    drawLine(context, line, at, { hasShadow: !isPaper });
    // Twice: the second shadow sharpens the edge on cards of 240 px.
    if (!isPaper) drawLine(context, line, at);
    y += line.sizePx * 0.21;
  }
  drawCrown(context, {
    x: field.align === "left" ? field.x + 36 : field.x,
    y: Math.max(64, top - 46),
    sizePx: 72,
    colour: isPaper ? palette[1] : palette[4],
  });
}

/** Draws the poster of a clip: a still of its motif in the composition of its category, not a frame of the film. */
export function drawPoster(clip: ClipSpec): HTMLCanvasElement {
  const palette = PALETTES[clip.picture.palette];
  const seconds = clipSeconds(clip) / 2;
  const background = createBackground({
    motif: clip.picture.motif,
    palette,
    seed: clip.picture.seed,
    ...POSTER,
  });
  background.paint(seconds);
  const canvas = newCanvas(POSTER.width, POSTER.height);
  const context = context2d(canvas);
  context.drawImage(background.canvas, 0, 0);
  createParticles(clip.picture.particles, palette, clip.picture.seed)(context, seconds);
  KINDS[clip.category].paint(context, palette);
  drawTitle(context, clip, palette);
  return canvas;
}

/** Encodes a canvas as WebP at the best quality within a limit in bytes. */
export async function encodeWebp(canvas: HTMLCanvasElement, limitBytes: number): Promise<Blob> {
  let smallest: Blob | undefined;
  for (let quality = 0.9; quality > 0.3; quality -= 0.05) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/webp", quality);
    });
    if (!blob) throw new Error("the browser cannot write WebP");
    smallest = blob;
    if (blob.size <= limitBytes) return blob;
  }
  if (!smallest) throw new Error("no poster was encoded");
  return smallest;
}
