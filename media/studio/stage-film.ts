import { clipSeconds, lightStep, sceneSeconds, sceneStart, type ClipSpec } from "./clips.ts";
import {
  FILM_WIDTH,
  type FilmLayer,
  FRAMES_PER_SECOND,
  LETTERING,
  LIGHT,
  writeLayers,
} from "./film-format.ts";
import { FIRST_LINE_SECONDS, LINE_STEP_SECONDS, MINISTRY, closingTexts } from "./film-texts.ts";
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

/** An image that appears `startSeconds` after the start of its scene. */
type Layer = { canvas: HTMLCanvasElement; top: number; startSeconds: number };

const WHITE = "#fffdf6";
const SAFE_WIDTH = 690;
const MIDDLE = FILM_WIDTH / 2;
/** The background is soft and drawn small; only silhouettes need more. */
const SOFT_BACKGROUND = { width: 320, height: 180 };
const FINE_MOTIFS = new Set(["mountains", "calvary", "dunes", "dawn", "candle"]);
/** JPEG quality of frames on the way to the encoder; raw frames take four times as long. */
const PICTURE_QUALITY = 0.98;
const PICTURES_PER_POST = 12;

function layer(
  top: number,
  height: number,
  startSeconds: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Layer {
  const canvas = newCanvas(LETTERING.width, Math.ceil(height * LETTERING.scale));
  const context = context2d(canvas);
  context.scale(LETTERING.scale, LETTERING.scale);
  draw(context);
  return { canvas, top: Math.round(top * LETTERING.scale), startSeconds };
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
  const texts = closingTexts(clip);
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
    textLayer({ text: texts.bible, face: REFERENCE_FACE, sizePx: 25, colour: accent }, 222, 0.5),
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
    textLayer({ text: texts.tagline, face: REFERENCE_FACE, sizePx: 22, colour: accent }, 384, 1.2),
  ];
}

/** Darkens the middle of the frame for readability. */
function scrim(): HTMLCanvasElement {
  const canvas = newCanvas(LIGHT.width, LIGHT.height);
  const context = context2d(canvas);
  const scale = LIGHT.width / FILM_WIDTH;
  context.setTransform(scale, 0, 0, 0.56 * scale, 0, 0);
  const fill = context.createRadialGradient(MIDDLE, 429, 60, MIDDLE, 429, 470);
  fill.addColorStop(0, "rgba(4, 5, 16, 0.42)");
  fill.addColorStop(0.6, "rgba(4, 5, 16, 0.24)");
  fill.addColorStop(1, "rgba(4, 5, 16, 0.16)");
  context.fillStyle = fill;
  context.fillRect(0, 0, FILM_WIDTH, 860);
  return canvas;
}

async function encode(canvas: HTMLCanvasElement, type: "image/jpeg" | "image/png"): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, PICTURE_QUALITY);
  });
  if (!blob) throw new Error(`the browser cannot write ${type}`);
  return blob;
}

/** Sends a result to the renderer under a path. */
type Send = (path: string, body: BodyInit) => Promise<void>;

/** Draws the background of a clip, one frame in every `lightStep`, as concatenated JPEG files. */
async function renderLight(clip: ClipSpec, send: Send): Promise<void> {
  const palette = PALETTES[clip.picture.palette];
  const background = createBackground({
    motif: clip.picture.motif,
    palette,
    seed: clip.picture.seed,
    ...(FINE_MOTIFS.has(clip.picture.motif) ? LIGHT : SOFT_BACKGROUND),
  });
  const particles = createParticles(clip.picture.particles, palette, clip.picture.seed);
  const shade = scrim();
  const canvas = newCanvas(LIGHT.width, LIGHT.height);
  const context = context2d(canvas, true);
  // One more than shown, so that the last one has a full duration.
  const pictures = Math.round((clipSeconds(clip) * FRAMES_PER_SECOND) / lightStep(clip)) + 1;
  let batch: Blob[] = [];
  for (let index = 0; index < pictures; index += 1) {
    const seconds = (index * lightStep(clip)) / FRAMES_PER_SECOND;
    background.paint(seconds);
    context.drawImage(background.canvas, 0, 0, LIGHT.width, LIGHT.height);
    particles(context, seconds);
    context.drawImage(shade, 0, 0);
    batch.push(await encode(canvas, "image/jpeg"));
    if (batch.length === PICTURES_PER_POST || index === pictures - 1) {
      await send("/light", new Blob(batch));
      batch = [];
    }
  }
}

/** Draws the lettering line by line as PNG files, and sends their positions and times. */
async function renderLettering(clip: ClipSpec, send: Send): Promise<void> {
  const accent = PALETTES[clip.picture.palette][4];
  const scenes = [
    titleScene(clip, accent),
    ...clip.scenes.map((lines) => verseScene(clip, lines)),
    closingScene(clip, accent),
  ];
  const layers: FilmLayer[] = [];
  for (const [scene, pictures] of scenes.entries()) {
    const startSeconds = sceneStart(clip, scene);
    for (const picture of pictures) {
      await send(`/line/${layers.length}`, await encode(picture.canvas, "image/png"));
      layers.push({
        top: picture.top,
        fromSeconds: startSeconds + picture.startSeconds,
        untilSeconds: startSeconds + sceneSeconds(clip, scene),
      });
    }
  }
  await send("/layers", writeLayers(layers));
}

/** Draws the layers of a film: background and lettering. */
export async function renderFilm(clip: ClipSpec, send: Send): Promise<void> {
  await renderLettering(clip, send);
  await renderLight(clip, send);
}
