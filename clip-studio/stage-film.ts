import { clipSeconds, segmentCount, type ClipSpec } from "./clip-types.ts";
import { FILM_HEIGHT, FILM_WIDTH, FRAMES_PER_SECOND, SEGMENT_SECONDS } from "./film-format.ts";
import {
  FIRST_LINE_SECONDS,
  LINE_REVEAL_SECONDS,
  LINE_STEP_SECONDS,
  MINISTRY,
  SCENE_FADE_SECONDS,
  wordsOf,
} from "./film-texts.ts";
import { PALETTES } from "./palettes.ts";
import { createBackground } from "./stage-background.ts";
import {
  balanceTitle,
  context2d,
  drawCrown,
  drawLine,
  drawRule,
  measure,
  newCanvas,
  type LetteringLine,
} from "./stage-lettering.ts";
import { createParticles } from "./stage-particles.ts";
import { LABEL_FACE, REFERENCE_FACE, typesetReference, VOICES } from "./typography.ts";

/** One picture that is wiped in from the left, beginning `startSeconds` after its scene begins. */
type Layer = { canvas: HTMLCanvasElement; top: number; startSeconds: number };

const WHITE = "#fffdf6";
const SAFE_WIDTH = 690;
const MIDDLE = FILM_WIDTH / 2;
/** The moving light is computed small: it is soft, and only silhouettes need more. */
const SOFT_BACKGROUND = { width: 320, height: 180 };
const FINE_BACKGROUND = { width: 428, height: 240 };
const FINE_MOTIFS = new Set(["mountains", "calvary", "dunes", "dawn", "candle"]);
/** Pictures travel to the encoder as JPEG of this quality: raw ones take four times as long. */
const PICTURE_QUALITY = 0.98;
const FADE_FROM_BLACK_SECONDS = 0.6;
const FRAMES_PER_POST = 12;

function layer(
  top: number,
  height: number,
  startSeconds: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Layer {
  const canvas = newCanvas(FILM_WIDTH, height);
  draw(context2d(canvas));
  return { canvas, top, startSeconds };
}

function textLayer(line: LetteringLine, baseline: number, startSeconds: number): Layer {
  const above = Math.ceil(line.sizePx * 1.15);
  return layer(baseline - above, Math.ceil(line.sizePx * 1.7), startSeconds, (context) => {
    drawLine(context, line, { x: MIDDLE, y: above, align: "center" });
  });
}

function titleScene(clip: ClipSpec, accent: string): Layer[] {
  const { display } = VOICES[clip.category];
  const title = balanceTitle(clip.title, display, { widthPx: SAFE_WIDTH, sizePx: 62, lines: 2 });
  const leading = title.sizePx * 1.14;
  const first = 240 - ((title.lines.length - 1) * leading) / 2 + title.sizePx * 0.28;
  const last = first + (title.lines.length - 1) * leading;
  const crown = layer(Math.round(first - title.sizePx - 92), 70, 0.3, (context) => {
    drawCrown(context, { x: MIDDLE, y: 32, sizePx: 40, colour: accent });
  });
  const name: LetteringLine = {
    text: MINISTRY.name,
    face: LABEL_FACE,
    sizePx: 14,
    colour: accent,
    spacingPx: 5,
  };
  const reference: LetteringLine = {
    text: typesetReference(clip.reference),
    face: REFERENCE_FACE,
    sizePx: 30,
    colour: accent,
  };
  return [
    crown,
    textLayer(name, Math.round(first - title.sizePx * 0.78 - 22), 0.4),
    ...title.lines.map((text, index) =>
      textLayer(
        { text, face: display, sizePx: title.sizePx, colour: WHITE },
        Math.round(first + index * leading),
        0.6 + index * 0.35,
      ),
    ),
    layer(Math.round(last + 22), 12, 1.3, (context) => {
      drawRule(context, { x: MIDDLE, y: 6, widthPx: 240, colour: accent });
    }),
    textLayer(reference, Math.round(last + 68), 1.5),
  ];
}

function verseScene(clip: ClipSpec, lines: string[]): Layer[] {
  const face = VOICES[clip.category].verse;
  const plain = lines.map((text) => ({ text, face, sizePx: 44, colour: WHITE }));
  const widest = Math.max(...plain.map(measure));
  const sizePx = Math.floor(44 * Math.min(1, SAFE_WIDTH / widest));
  const leading = sizePx * 1.34;
  const first = 240 - ((lines.length - 1) * leading) / 2 + sizePx * 0.3;
  return plain.map((line, index) =>
    textLayer(
      { ...line, sizePx },
      Math.round(first + index * leading),
      FIRST_LINE_SECONDS + index * LINE_STEP_SECONDS,
    ),
  );
}

function closingScene(clip: ClipSpec, accent: string): Layer[] {
  const words = wordsOf(clip);
  return [
    textLayer(
      {
        text: typesetReference(clip.reference),
        face: VOICES[clip.category].verse,
        sizePx: 46,
        colour: WHITE,
      },
      186,
      0.3,
    ),
    textLayer({ text: words.bible, face: REFERENCE_FACE, sizePx: 25, colour: accent }, 222, 0.5),
    layer(246, 12, 0.7, (context) => {
      drawRule(context, { x: MIDDLE, y: 6, widthPx: 200, colour: accent });
    }),
    layer(266, 60, 0.9, (context) => {
      drawCrown(context, { x: MIDDLE, y: 30, sizePx: 36, colour: accent });
    }),
    textLayer(
      { text: MINISTRY.name, face: LABEL_FACE, sizePx: 20, colour: WHITE, spacingPx: 6 },
      352,
      1,
    ),
    textLayer({ text: words.tagline, face: REFERENCE_FACE, sizePx: 22, colour: accent }, 384, 1.2),
  ];
}

function smooth(value: number): number {
  const t = Math.min(1, Math.max(0, value));
  return t * t * (3 - 2 * t);
}

const wipeCanvas = newCanvas(FILM_WIDTH, 160);
const wipe = context2d(wipeCanvas, true);

/** Draws a layer that is `progress` (0..1) revealed by a soft edge running from left to right. */
function drawRevealed(context: CanvasRenderingContext2D, picture: Layer, progress: number): void {
  if (progress >= 1) {
    context.drawImage(picture.canvas, 0, picture.top);
    return;
  }
  const edge = 80 + progress * 860;
  const mask = wipe.createLinearGradient(edge - 170, 0, edge, 0);
  mask.addColorStop(0, "rgba(0, 0, 0, 1)");
  mask.addColorStop(1, "rgba(0, 0, 0, 0)");
  wipe.globalCompositeOperation = "copy";
  wipe.drawImage(picture.canvas, 0, 0);
  wipe.globalCompositeOperation = "destination-in";
  wipe.fillStyle = mask;
  wipe.fillRect(0, 0, FILM_WIDTH, 160);
  context.drawImage(wipeCanvas, 0, picture.top);
}

function scrim(): HTMLCanvasElement {
  const canvas = newCanvas(FILM_WIDTH, FILM_HEIGHT);
  const context = context2d(canvas);
  context.setTransform(1, 0, 0, 0.56, 0, 0);
  const fill = context.createRadialGradient(MIDDLE, 429, 60, MIDDLE, 429, 470);
  fill.addColorStop(0, "rgba(4, 5, 16, 0.42)");
  fill.addColorStop(0.6, "rgba(4, 5, 16, 0.24)");
  fill.addColorStop(1, "rgba(4, 5, 16, 0.16)");
  context.fillStyle = fill;
  context.fillRect(0, 0, FILM_WIDTH, 860);
  return canvas;
}

async function encodePicture(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", PICTURE_QUALITY);
  });
  if (!blob) throw new Error("the browser cannot write JPEG");
  return blob;
}

/** Renders every picture of a clip in order and hands them, as JPEG files end to end, to `send`. */
export async function renderFilm(
  clip: ClipSpec,
  send: (pictures: Blob) => Promise<void>,
): Promise<void> {
  const palette = PALETTES[clip.picture.palette];
  const background = createBackground({
    motif: clip.picture.motif,
    palette,
    seed: clip.picture.seed,
    ...(FINE_MOTIFS.has(clip.picture.motif) ? FINE_BACKGROUND : SOFT_BACKGROUND),
  });
  const particles = createParticles(clip.picture.particles, palette, clip.picture.seed);
  const accent = palette[4];
  const scenes = [
    titleScene(clip, accent),
    ...clip.scenes.map((lines) => verseScene(clip, lines)),
    closingScene(clip, accent),
  ];
  const shade = scrim();
  const canvas = newCanvas(FILM_WIDTH, FILM_HEIGHT);
  const context = context2d(canvas, true);
  const frames = segmentCount(clip) * SEGMENT_SECONDS * FRAMES_PER_SECOND;
  let batch: Blob[] = [];
  let pending: Promise<void> = Promise.resolve();
  for (let frame = 0; frame < Math.round(frames); frame += 1) {
    const seconds = frame / FRAMES_PER_SECOND;
    if (frame % 2 === 0) background.paint(seconds);
    context.globalAlpha = 1;
    context.drawImage(background.canvas, 0, 0, FILM_WIDTH, FILM_HEIGHT);
    particles(context, seconds);
    context.drawImage(shade, 0, 0);
    const index = Math.floor(seconds / SEGMENT_SECONDS + 1e-6);
    const inScene = seconds - index * SEGMENT_SECONDS;
    context.globalAlpha = smooth((SEGMENT_SECONDS - inScene) / SCENE_FADE_SECONDS);
    for (const picture of scenes[index] ?? []) {
      const progress = (inScene - picture.startSeconds) / LINE_REVEAL_SECONDS;
      if (progress > 0) drawRevealed(context, picture, progress);
    }
    const darkness =
      1 - smooth(Math.min(seconds, clipSeconds(clip) - 0.04 - seconds) / FADE_FROM_BLACK_SECONDS);
    if (darkness > 0) {
      context.globalAlpha = darkness;
      context.fillStyle = "#000";
      context.fillRect(0, 0, FILM_WIDTH, FILM_HEIGHT);
    }
    batch.push(await encodePicture(canvas));
    if (batch.length === FRAMES_PER_POST) {
      await pending;
      pending = send(new Blob(batch));
      batch = [];
    }
  }
  await pending;
}
