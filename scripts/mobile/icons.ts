import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import sharp from "sharp";

/**
 * Draws the icons of the web app and of the packages: `node scripts/mobile/icons.ts`, after a change of the
 * mark. The results are committed, because one of them uses a font of the machine.
 */

/** An image of the web app or a package, drawn from the crown mark. */
export type IconPlan = {
  /** Path from the root of the repository. */
  path: string;
  width: number;
  height: number;
  /**
   * `tile`: the mark as it is; `round`: in a circle; `bleed`: purple to the edges; `crown`: alone; `white`:
   * alone, in white; `banner`: to the edges, with the product's name.
   */
  shape: "tile" | "round" | "bleed" | "crown" | "white" | "banner";
  /** Side of the mark relative to the shorter side of the image. */
  scale: number;
};

const WEB = "web/app/icons";
const ANDROID = "mobile/android/app/src/main/res";
const IOS = "mobile/ios/App/App/Assets.xcassets";
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 } as const;
const LAUNCHER_DP = 48;
/** The launcher shows the middle two thirds of an adaptive icon, and may mask them to a circle. */
const ADAPTIVE_DP = 108;
const ADAPTIVE_SCALE = 0.72;

/** Every image, in the size that its platform requires. */
export const ICON_PLANS: readonly IconPlan[] = [
  { path: `${WEB}/icon-192.png`, ...square(192), shape: "tile", scale: 1 },
  { path: `${WEB}/icon-512.png`, ...square(512), shape: "tile", scale: 1 },
  { path: `${WEB}/maskable-512.png`, ...square(512), shape: "bleed", scale: ADAPTIVE_SCALE },
  // Apple rounds the corners itself and shows black where an image is transparent.
  { path: `${WEB}/apple-touch.png`, ...square(180), shape: "bleed", scale: 0.9 },
  // Android shows the outline of a notification's badge only, in white.
  { path: `${WEB}/badge-96.png`, ...square(96), shape: "white", scale: 1 },
  ...Object.entries(DENSITIES).flatMap(([density, factor]): IconPlan[] => {
    const folder = `${ANDROID}/mipmap-${density}`;
    const launcher = square(LAUNCHER_DP * factor);
    const adaptive = square(ADAPTIVE_DP * factor);
    return [
      { path: `${folder}/ic_launcher.png`, ...launcher, shape: "tile", scale: 0.92 },
      { path: `${folder}/ic_launcher_round.png`, ...launcher, shape: "round", scale: 0.8 },
      {
        path: `${folder}/ic_launcher_foreground.png`,
        ...adaptive,
        shape: "crown",
        scale: ADAPTIVE_SCALE,
      },
    ];
  }),
  {
    path: `${ANDROID}/drawable-xhdpi/tv_banner.png`,
    width: 320,
    height: 180,
    shape: "banner",
    scale: 0.62,
  },
  {
    path: `${IOS}/AppIcon.appiconset/AppIcon-512@2x.png`,
    ...square(1024),
    shape: "bleed",
    scale: 0.9,
  },
  {
    path: `${IOS}/Splash.imageset/splash-2732x2732.png`,
    ...square(2732),
    shape: "bleed",
    scale: 0.2,
  },
  { path: "mobile/tv/webos/icon.png", ...square(80), shape: "bleed", scale: 0.9 },
  { path: "mobile/tv/webos/large-icon.png", ...square(130), shape: "bleed", scale: 0.9 },
  { path: "mobile/tv/tizen/icon.png", width: 512, height: 423, shape: "bleed", scale: 0.8 },
];

function square(side: number): { width: number; height: number } {
  return { width: side, height: side };
}

const PRODUCT_NAME = "Reign TV";
const MARK = readFileSync("web/app/favicon.svg", "utf8");
const [, BACKGROUND] = /<rect [^>]*fill="(#[0-9a-f]{6})"/.exec(MARK) ?? [];
const CROWN = MARK.replace(/^<svg[^>]*>/, "")
  .replace(/<rect [^>]*rx="9"[^>]*\/>/, "")
  .replace("</svg>", "");
const GOLD = "#f5c65c";
/** Side of the square that the mark is drawn in. */
const MARK_UNITS = 32;

/** Draws one image as PNG. Full-bleed images have no alpha channel: Apple rejects it. */
function drawIcon({ width, height, shape, scale }: IconPlan): Promise<Buffer> {
  const side = Math.min(width, height) * scale;
  const isBanner = shape === "banner";
  const left = isBanner ? (height - side) / 6 : (width - side) / 2;
  const place = `translate(${left} ${(height - side) / 2}) scale(${side / MARK_UNITS})`;
  const crown = shape === "white" ? CROWN.replaceAll(GOLD, "#ffffff") : CROWN;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    ground({ width, height, shape }) +
    `<g transform="${place}">${shape === "tile" ? tile() : ""}${crown}</g>` +
    `${isBanner ? name(left + side, height) : ""}</svg>`;
  const image = sharp(Buffer.from(svg));
  const isOpaque = isBanner || shape === "bleed";
  return (isOpaque ? image.removeAlpha() : image)
    .png({ compressionLevel: 9, palette: !isOpaque })
    .toBuffer();
}

function ground({ width, height, shape }: Pick<IconPlan, "width" | "height" | "shape">): string {
  if (shape === "bleed" || shape === "banner") return `<rect width="${width}" height="${height}" fill="${BACKGROUND}"/>`;
  if (shape !== "round") return "";
  return `<circle cx="${width / 2}" cy="${height / 2}" r="${width / 2}" fill="${BACKGROUND}"/>`;
}

function tile(): string {
  return `<rect width="${MARK_UNITS}" height="${MARK_UNITS}" rx="9" fill="${BACKGROUND}"/>`;
}

/** The product's name right of the mark; a television's home screen shows no other. */
function name(left: number, height: number): string {
  const size = height / 5.5;
  return (
    `<text x="${left}" y="${height / 2 + size * 0.4}" fill="#ffffff" font-size="${size}" ` +
    `font-family="sans-serif" font-weight="bold">${PRODUCT_NAME}</text>`
  );
}

if (import.meta.main) {
  for (const plan of ICON_PLANS) {
    mkdirSync(dirname(plan.path), { recursive: true });
    writeFileSync(plan.path, await drawIcon(plan));
  }
}
