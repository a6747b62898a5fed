import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/**
 * Makes the pictures of the installed app in web/app/icons from the one drawing of the crown. Run it
 * after the drawing changes, and commit what it makes: `node scripts/images/app-icons.ts`.
 */

const FOLDER = "web/app/icons";
const PURPLE = "#4a1f8f";
/** The drawing's own square, with round corners. */
const BADGE_SIZE = 32;
/** Systems cut maskable icons to any shape; only the middle 80 % is safe. */
const MASKABLE_SHARE = 0.72;

const drawing = await readFile("web/app/favicon.svg", "utf8");
const crown = drawing.replace(/<rect width="32"[^>]*\/>/, "");

/** The crown on a whole square of the brand's colour. */
function fullSquare(share: number): string {
  const shift = (BADGE_SIZE * (1 - share)) / 2;
  return crown
    .replace(
      /(<svg[^>]*>)/,
      `$1<rect width="32" height="32" fill="${PURPLE}"/><g transform="translate(${shift} ${shift}) scale(${share})">`,
    )
    .replace("</svg>", "</g></svg>");
}

const PICTURES = [
  { name: "icon-192.png", size: 192, svg: drawing },
  { name: "icon-512.png", size: 512, svg: drawing },
  { name: "maskable-512.png", size: 512, svg: fullSquare(MASKABLE_SHARE) },
  // Apple rounds the corners itself and shows black where a picture is transparent.
  { name: "apple-touch.png", size: 180, svg: fullSquare(0.9) },
  // Android shows the outline only, in white.
  { name: "badge-96.png", size: 96, svg: crown.replaceAll("#f5c65c", "#ffffff") },
];

await mkdir(FOLDER, { recursive: true });
for (const { name, size, svg } of PICTURES) {
  await sharp(Buffer.from(svg), { density: (72 * size) / BADGE_SIZE })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(FOLDER, name));
}
