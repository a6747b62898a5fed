import type { ParticleKind } from "./clips.ts";
import type { Palette } from "./palettes.ts";
import { seededRandom } from "./seeded-random.ts";

type Particle = { x: number; y: number; depth: number; phase: number };
type Style = {
  count: number;
  /** Radius in thousandths of the frame height. */
  radius: [number, number];
  /** Frame heights per second, upwards and sideways. */
  rise: number;
  drift: number;
  alpha: number;
  twinkleHz: number;
  /** Discs have an edge like an out-of-focus lamp; others fade from the centre. */
  isDisc: boolean;
  tint: 2 | 3 | 4;
};

const STYLES: Record<Exclude<ParticleKind, "none">, Style> = {
  dust: {
    count: 26,
    radius: [4, 13],
    rise: 0.016,
    drift: 0.006,
    alpha: 0.62,
    twinkleHz: 0.16,
    isDisc: false,
    tint: 4,
  },
  stars: {
    count: 120,
    radius: [2, 6.5],
    rise: 0,
    drift: 0,
    alpha: 0.95,
    twinkleHz: 0.1,
    isDisc: false,
    tint: 4,
  },
  bokeh: {
    count: 22,
    radius: [30, 125],
    rise: 0.007,
    drift: 0.009,
    alpha: 0.4,
    twinkleHz: 0.07,
    isDisc: true,
    tint: 3,
  },
  embers: {
    count: 24,
    radius: [4, 10],
    rise: 0.045,
    drift: 0.014,
    alpha: 0.8,
    twinkleHz: 0.3,
    isDisc: false,
    tint: 3,
  },
  snow: {
    count: 34,
    radius: [4, 11],
    rise: -0.035,
    drift: 0.012,
    alpha: 0.55,
    twinkleHz: 0.05,
    isDisc: false,
    tint: 4,
  },
};

function sprite(style: Style, colour: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 256;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d context");
  const fill = context.createRadialGradient(128, 128, 0, 128, 128, 128);
  if (style.isDisc) {
    fill.addColorStop(0, `${colour}70`);
    fill.addColorStop(0.78, `${colour}a0`);
    fill.addColorStop(0.9, `${colour}e0`);
    fill.addColorStop(1, `${colour}00`);
  } else {
    fill.addColorStop(0, `${colour}ff`);
    fill.addColorStop(0.25, `${colour}b0`);
    fill.addColorStop(0.55, `${colour}2c`);
    fill.addColorStop(1, `${colour}00`);
  }
  context.fillStyle = fill;
  context.fillRect(0, 0, 256, 256);
  return canvas;
}

function wrap(value: number): number {
  return value - Math.floor(value);
}

/** Returns a function that draws the particles at a time in seconds. */
export function createParticles(
  kind: ParticleKind,
  palette: Palette,
  seed: number,
): (context: CanvasRenderingContext2D, timeSeconds: number) => void {
  if (kind === "none") return () => undefined;
  const style = STYLES[kind];
  const random = seededRandom(seed + 3);
  const stamp = sprite(style, palette[style.tint]);
  const particles: Particle[] = Array.from({ length: style.count }, () => ({
    x: random(),
    y: random(),
    depth: random() ** 2,
    phase: random(),
  }));
  return (context, timeSeconds) => {
    const { width, height } = context.canvas;
    context.save();
    context.globalCompositeOperation = "lighter";
    for (const { x, y, depth, phase } of particles) {
      const sway = Math.sin(timeSeconds * 0.5 + phase * 6.283) * 0.012;
      const px = wrap(x + style.drift * timeSeconds * (0.4 + depth) + (style.drift ? sway : 0));
      const py = wrap(y - style.rise * timeSeconds * (0.5 + depth));
      const radius =
        ((style.radius[0] + (style.radius[1] - style.radius[0]) * depth) * height) / 1000;
      const twinkle = 0.62 + 0.38 * Math.sin((timeSeconds * style.twinkleHz + phase) * 6.283);
      // Particles wrap at the frame's edges, where they are faded out.
      const border = Math.min(1, Math.min(py, 1 - py) * 9) * Math.min(1, Math.min(px, 1 - px) * 12);
      const fade = style.rise || style.drift ? border : 1;
      // Stars thin out towards the horizon, behind hills and text.
      const sky = kind === "stars" ? Math.max(0, 1 - py * 1.25) : 1;
      context.globalAlpha = style.alpha * twinkle * fade * sky * (0.45 + 0.55 * (1 - depth * 0.5));
      context.drawImage(stamp, px * width - radius, py * height - radius, radius * 2, radius * 2);
    }
    context.restore();
  };
}
