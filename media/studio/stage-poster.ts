import { type ClipSpec, type PosterLayout, clipSeconds } from "./clips.ts";
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
import { createParticles } from "./stage-particles.ts";
import { VOICES } from "./typography.ts";

const WIDTH = 1280;
const HEIGHT = 720;
const MARGIN = 84;
const SMALL_LINE = 0.6;

type Box = { x: number; align: "left" | "center" | "right"; widthPx: number; heightPx: number };

const BOXES: Record<PosterLayout, Box> = {
  left: { x: MARGIN, align: "left", widthPx: 860, heightPx: 500 },
  right: { x: WIDTH - MARGIN, align: "right", widthPx: 860, heightPx: 500 },
  center: { x: WIDTH / 2, align: "center", widthPx: 1080, heightPx: 470 },
  low: { x: MARGIN, align: "left", widthPx: 1100, heightPx: 400 },
};

function shadeFor(context: CanvasRenderingContext2D, layout: PosterLayout, deep: string): void {
  const fills: Record<PosterLayout, () => CanvasGradient> = {
    left: () => context.createLinearGradient(0, 0, WIDTH * 0.78, 0),
    right: () => context.createLinearGradient(WIDTH, 0, WIDTH * 0.22, 0),
    center: () =>
      context.createRadialGradient(WIDTH / 2, HEIGHT / 2, 80, WIDTH / 2, HEIGHT / 2, 720),
    low: () => context.createLinearGradient(0, HEIGHT, 0, HEIGHT * 0.2),
  };
  const fill = fills[layout]();
  const [near, middle, far] = layout === "center" ? ["78", "50", "18"] : ["b8", "60", "00"];
  fill.addColorStop(0, `${deep}${near}`);
  fill.addColorStop(0.5, `${deep}${middle}`);
  fill.addColorStop(1, `${deep}${far}`);
  context.fillStyle = fill;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Returns the lines of the poster at the largest size that fits their box. */
function poseLines(clip: ClipSpec, palette: Palette, box: Box): LetteringLine[] {
  const voice = VOICES[clip.category];
  const lines = clip.poster.lines.map((text): LetteringLine => {
    const isAccent = text.startsWith("*");
    const isSmall = text.startsWith("~");
    return {
      text: text.replace(/^[*~]/, ""),
      face: isAccent ? voice.accent : voice.display,
      sizePx: isSmall ? 100 * SMALL_LINE : 100,
      colour: isAccent ? palette[4] : "#fffdf8",
    };
  });
  const widest = Math.max(...lines.map(measure));
  const tall = lines.reduce((sum, line) => sum + line.sizePx * 1.06, 0);
  const scale = Math.min(box.widthPx / widest, box.heightPx / tall, 1.9);
  return lines.map((line) => ({ ...line, sizePx: line.sizePx * scale }));
}

function drawTitle(context: CanvasRenderingContext2D, clip: ClipSpec, palette: Palette): void {
  const box = BOXES[clip.poster.layout];
  const lines = poseLines(clip, palette, box);
  const height = lines.reduce((sum, line) => sum + line.sizePx * 1.06, 0);
  const isLow = clip.poster.layout === "low";
  const shift = clip.poster.layout === "center" ? 28 : 34;
  let y = isLow ? HEIGHT - MARGIN - height + 10 : (HEIGHT - height) / 2 + shift;
  const top = y;
  for (const line of lines) {
    y += line.sizePx * 0.85;
    // Twice: the second shadow sharpens the edge on cards of 240 px.
    drawLine(context, line, { x: box.x, y, align: box.align });
    drawLine(context, line, { x: box.x, y, align: box.align });
    y += line.sizePx * 0.21;
  }
  const inset = box.align === "left" ? 36 : box.align === "right" ? -36 : 0;
  drawCrown(context, {
    x: box.x + inset,
    y: Math.max(64, top - 46),
    sizePx: 72,
    colour: palette[4],
  });
}

/** Draws the poster of a clip: a still of its motif, not a frame of the film. */
export function drawPoster(clip: ClipSpec): HTMLCanvasElement {
  const palette = PALETTES[clip.picture.palette];
  const seconds = clipSeconds(clip) / 2;
  const background = createBackground({
    motif: clip.picture.motif,
    palette,
    seed: clip.picture.seed,
    width: WIDTH,
    height: HEIGHT,
  });
  background.paint(seconds);
  const canvas = newCanvas(WIDTH, HEIGHT);
  const context = context2d(canvas);
  context.drawImage(background.canvas, 0, 0);
  createParticles(clip.picture.particles, palette, clip.picture.seed)(context, seconds);
  shadeFor(context, clip.poster.layout, palette[0]);
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
