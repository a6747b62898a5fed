import type { Category } from "./clips.ts";
import type { Palette } from "./palettes.ts";
import { seededRandom } from "./seeded-random.ts";
import { fontOf, VOICES } from "./typography.ts";

/** Size of a poster in pixels. */
export const POSTER = { width: 1280, height: 720 };

/** Field of a poster's title. The lower right corner stays free for the length of the video. */
export type TitleField = {
  x: number;
  middleY: number;
  align: "left" | "center";
  widthPx: number;
  heightPx: number;
};

/** Composition of the posters of a category, so that a row of cards shows which kind it is. */
type Kind = {
  title: TitleField;
  /** Draws what lies between the background and the title. */
  paint: (context: CanvasRenderingContext2D, palette: Palette) => void;
  /** On paper, the title is dark. */
  isPaper?: true;
};

const { width: WIDTH, height: HEIGHT } = POSTER;
const MARGIN = 84;

function left(middleY: number, widthPx: number, heightPx: number): TitleField {
  return { x: MARGIN, middleY, align: "left", widthPx, heightPx };
}

function center(middleY: number, widthPx: number, heightPx: number): TitleField {
  return { x: WIDTH / 2, middleY, align: "center", widthPx, heightPx };
}

export const KINDS: Readonly<Record<Category, Kind>> = {
  /** A title page beside a picture. */
  sermons: {
    title: left(390, 500, 460),
    paint: (context, [deep, , , , accent]) => {
      fill(context, `${deep}e6`, [0, 0, 640, HEIGHT]);
      fill(context, accent, [640, 0, 8, HEIGHT]);
    },
  },
  /** A ring of light. */
  prophecies: {
    title: center(390, 540, 300),
    paint: (context, palette) => {
      dim(context, palette[0]);
      for (const [radius, line] of [
        [322, 5],
        [300, 1.5],
      ] as const) {
        context.lineWidth = line;
        context.strokeStyle = palette[4];
        context.beginPath();
        context.arc(WIDTH / 2, HEIGHT / 2, radius, 0, 7);
        context.stroke();
      }
    },
  },
  /** A band under a picture. */
  "prophecy-confirmations": {
    title: left(575, 880, 220),
    paint: (context, [deep, , mid]) => {
      fill(context, `${deep}f2`, [0, 378, WIDTH, HEIGHT - 378]);
      fill(context, mid, [0, 370, WIDTH, 8]);
    },
  },
  /** A quotation. */
  testimonies: {
    title: left(480, 840, 320),
    paint: (context, palette) => {
      shade(context, palette[0]);
      context.fillStyle = palette[4];
      context.font = fontOf(VOICES.testimonies.display, 420);
      context.fillText("“", MARGIN - 14, 380);
    },
  },
  /** A letter. */
  "personal-prophecies": {
    title: center(385, 700, 290),
    isPaper: true,
    paint: (context, [, , , , accent]) => {
      context.save();
      context.translate(WIDTH / 2, HEIGHT / 2);
      context.rotate(-0.025);
      context.shadowColor = "rgba(0, 0, 0, 0.5)";
      context.shadowBlur = 50;
      fill(context, "#fff9ee", [-450, -260, 900, 520]);
      context.shadowBlur = 0;
      context.lineWidth = 4;
      context.strokeStyle = accent;
      context.strokeRect(-422, -232, 844, 464);
      context.restore();
    },
  },
  /** A round of colour. */
  humanitarian: {
    title: left(470, 640, 360),
    paint: (context, [deep, shadeColour]) => {
      context.fillStyle = `${deep}66`;
      context.beginPath();
      context.arc(260, 700, 690, 0, 7);
      context.fill();
      context.fillStyle = `${shadeColour}f2`;
      context.beginPath();
      context.arc(240, 720, 640, 0, 7);
      context.fill();
    },
  },
  /** A wide picture between bars. */
  movies: {
    title: center(380, 980, 300),
    paint: (context, palette) => {
      dim(context, palette[0]);
      fill(context, "#000", [0, 0, WIDTH, 92]);
      fill(context, "#000", [0, HEIGHT - 92, WIDTH, 92]);
    },
  },
  /** The levels of a sound. */
  music: {
    title: center(320, 1000, 330),
    paint: (context, palette) => {
      dim(context, palette[0]);
      const random = seededRandom(7);
      for (let x = 16; x < WIDTH; x += 32) {
        const level = (0.35 + 0.65 * random()) * (0.55 + 0.45 * Math.sin((x / WIDTH) * Math.PI));
        fill(context, `${palette[4]}99`, [x, HEIGHT - 190 * level, 16, 190 * level]);
      }
    },
  },
  /** A notice without a picture. */
  announcements: {
    title: left(400, 880, 400),
    paint: (context, [deep, shadeColour, mid, , accent]) => {
      const sky = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
      sky.addColorStop(0, shadeColour);
      sky.addColorStop(1, mid);
      context.fillStyle = sky;
      context.fillRect(0, 0, WIDTH, HEIGHT);
      context.fillStyle = `${deep}33`;
      for (let x = -HEIGHT; x < WIDTH; x += 180) {
        context.beginPath();
        context.moveTo(x, HEIGHT);
        context.lineTo(x + HEIGHT, 0);
        context.lineTo(x + HEIGHT + 90, 0);
        context.lineTo(x + 90, HEIGHT);
        context.fill();
      }
      fill(context, accent, [0, 0, 24, HEIGHT]);
    },
  },
};

type Rectangle = readonly [x: number, y: number, width: number, height: number];

function fill(context: CanvasRenderingContext2D, colour: string, rectangle: Rectangle): void {
  context.fillStyle = colour;
  context.fillRect(...rectangle);
}

/** Darkens the middle, so that a title is readable there. */
function dim(context: CanvasRenderingContext2D, deep: string): void {
  const dark = context.createRadialGradient(WIDTH / 2, HEIGHT / 2, 80, WIDTH / 2, HEIGHT / 2, 720);
  for (const [at, alpha] of ["88", "58", "18"].entries()) dark.addColorStop(at / 2, deep + alpha);
  context.fillStyle = dark;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Darkens the left side. */
function shade(context: CanvasRenderingContext2D, deep: string): void {
  const dark = context.createLinearGradient(0, 0, WIDTH * 0.78, 0);
  for (const [at, alpha] of ["c8", "70", "00"].entries()) dark.addColorStop(at / 2, deep + alpha);
  context.fillStyle = dark;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}
