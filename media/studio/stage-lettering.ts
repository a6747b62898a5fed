import { cased, fontOf, type Face } from "./typography.ts";

export type LetteringLine = {
  text: string;
  face: Face;
  sizePx: number;
  colour: string;
  spacingPx?: number;
};

export function context2d(
  canvas: HTMLCanvasElement,
  isReadOften = false,
): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: isReadOften });
  if (!context) throw new Error("no 2d context");
  return context;
}

export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

const ruler = context2d(newCanvas(8, 8));

/** Returns the width of a line in pixels. */
export function measure(line: LetteringLine): number {
  ruler.font = fontOf(line.face, line.sizePx);
  ruler.letterSpacing = `${line.spacingPx ?? 0}px`;
  return ruler.measureText(cased(line.face, line.text)).width - (line.spacingPx ?? 0);
}

/**
 * Draws a line with its baseline at (x, y). The soft shadow keeps it readable over bright skies; on
 * paper it has none.
 */
export function drawLine(
  context: CanvasRenderingContext2D,
  line: LetteringLine,
  at: { x: number; y: number; align: "left" | "center" | "right" },
  { hasShadow = true } = {},
): void {
  const width = measure(line);
  const left = at.align === "left" ? at.x : at.align === "center" ? at.x - width / 2 : at.x - width;
  context.save();
  context.font = fontOf(line.face, line.sizePx);
  context.letterSpacing = `${line.spacingPx ?? 0}px`;
  context.textAlign = "left";
  context.fillStyle = line.colour;
  context.shadowColor = hasShadow ? "rgba(0, 0, 0, 0.55)" : "transparent";
  // Shadows are in canvas pixels, independent of the scale.
  const scale = context.getTransform().a;
  context.shadowBlur = hasShadow ? line.sizePx * 0.32 * scale : 0;
  context.shadowOffsetY = hasShadow ? line.sizePx * 0.03 * scale : 0;
  context.fillText(cased(line.face, line.text), left, at.y);
  context.restore();
}

/** Splits a text into a number of lines so that the longest is as short as possible. */
function split(words: string[], lines: number, width: (text: string) => number): string[] {
  if (lines === 1 || words.length <= 1) return [words.join(" ")];
  let best: string[] = [];
  let bestWidth = Number.POSITIVE_INFINITY;
  for (let take = 1; take <= words.length - lines + 1; take += 1) {
    const rest = split(words.slice(take), lines - 1, width);
    const candidate = [words.slice(0, take).join(" "), ...rest];
    const longest = Math.max(...candidate.map(width));
    if (longest < bestWidth) {
      best = candidate;
      bestWidth = longest;
    }
  }
  return best;
}

/**
 * Balances the lines of a title: as few as fit the width at the given size, then a smaller size.
 */
export function balanceTitle(
  text: string,
  face: Face,
  limits: { widthPx: number; sizePx: number; lines: number },
): { lines: string[]; sizePx: number } {
  const words = text.split(" ");
  const width = (sizePx: number) => (line: string) =>
    measure({ text: line, face, sizePx, colour: "#fff" });
  for (let count = 1; count <= Math.min(limits.lines, words.length); count += 1) {
    const lines = split(words, count, width(limits.sizePx));
    if (Math.max(...lines.map(width(limits.sizePx))) <= limits.widthPx) {
      return { lines, sizePx: limits.sizePx };
    }
  }
  const lines = split(words, Math.min(limits.lines, words.length), width(limits.sizePx));
  const longest = Math.max(...lines.map(width(limits.sizePx)));
  return { lines, sizePx: Math.floor((limits.sizePx * limits.widthPx) / longest) };
}

/** Draws the logo: a three-pointed crown over a line, `size` pixels wide around (x, y). */
export function drawCrown(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number; sizePx: number; colour: string },
): void {
  const u = at.sizePx / 2;
  context.save();
  context.translate(at.x, at.y);
  context.fillStyle = at.colour;
  context.shadowColor = "rgba(0, 0, 0, 0.45)";
  context.shadowBlur = u * 0.5 * context.getTransform().a;
  context.beginPath();
  context.moveTo(-0.8 * u, 0.42 * u);
  context.lineTo(-u, -0.38 * u);
  context.lineTo(-0.45 * u, 0.02 * u);
  context.lineTo(0, -0.72 * u);
  context.lineTo(0.45 * u, 0.02 * u);
  context.lineTo(u, -0.38 * u);
  context.lineTo(0.8 * u, 0.42 * u);
  context.closePath();
  context.fill();
  context.fillRect(-0.8 * u, 0.55 * u, 1.6 * u, 0.17 * u);
  for (const [x, y] of [
    [-1, -0.52],
    [0, -0.87],
    [1, -0.52],
  ] as const) {
    context.beginPath();
    context.arc(x * u, y * u, 0.11 * u, 0, 7);
    context.fill();
  }
  context.restore();
}

/** Draws a hairline that fades at both ends, with a small diamond in the middle. */
export function drawRule(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number; widthPx: number; colour: string },
): void {
  const half = at.widthPx / 2;
  const fill = context.createLinearGradient(at.x - half, 0, at.x + half, 0);
  fill.addColorStop(0, `${at.colour}00`);
  fill.addColorStop(0.5, at.colour);
  fill.addColorStop(1, `${at.colour}00`);
  context.save();
  context.fillStyle = fill;
  context.fillRect(at.x - half, at.y - 0.75, at.widthPx, 1.5);
  context.translate(at.x, at.y);
  context.rotate(Math.PI / 4);
  context.fillStyle = at.colour;
  context.fillRect(-3.5, -3.5, 7, 7);
  context.restore();
}
