import { join } from "node:path";
import * as v from "valibot";
import { bibleVersion, isFree } from "#shared/bible/bible-versions.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { devotionalMessages } from "#shared/messages/reading/devotional.ts";
import { planMessages } from "#shared/messages/reading/plans.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { xmlText } from "@reign-tv/kit/escape-xml.ts";
import { loadSharp } from "@reign-tv/kit/load-sharp.ts";
import { createWorkQueue } from "@reign-tv/kit/work-queue.ts";
import type { ImageSource } from "./image-sources.ts";

/** Images of shared links without an image: a verse, or the name of a part of the site. */

type Card = { text: string; line: string; copyright: string };

const VERSE = /^card-verse-([a-z][a-z0-9-]*)-([a-z0-9]{3})-(\d{1,3})-(\d{1,3})$/;
const FONT = {
  font: "Playfair Display Bold",
  fontfile: join(import.meta.dirname, "title-face.ttf"),
};
const BACKGROUND = imageBackground(1_280, 720);

/** Shorter texts get a smaller box, or they would fill the image. */
const SHORT_TEXT = 40;

const PAGES: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap((language) => [
    [`card-bible-${language}`, bibleMessages[language].title],
    [`card-devotional-${language}`, devotionalMessages[language].title],
    [`card-plans-${language}`, planMessages[language].title],
    ...Object.entries(planMessages[language].names).map(
      ([slug, name]) => [`card-plan-${slug}-${language}`, name] as const,
    ),
  ]),
);

const verseSchema = v.object({ reference: v.string(), text: v.string(), copyright: v.string() });
const queue = createWorkQueue({ running: 1, waiting: 50 });

/**
 * Finds the card of a name, such as "card-verse-lsg-jhn-3-16" or "card-plans-fr"; null for other names. Only texts of
 * the site can be rendered.
 *
 * @param transport calls this server's Bible service.
 */
export function createShareCards(
  transport: Transport,
  ministry: () => Pick<Ministry, "name">,
): (name: string) => ImageSource | null {
  async function cardOf(name: string): Promise<Card | null> {
    const page = PAGES.get(name);
    if (page !== undefined) return { text: page, line: ministry().name, copyright: "" };
    const [, version = "", usfm, chapter, verse] = VERSE.exec(name) ?? [];
    const response = await transport(
      `/api/bible/${usfm} ${chapter}:${verse}?translation=${version}`,
    );
    const { success, output } = v.safeParse(verseSchema, await response.json());
    return success ? { ...output, line: `${output.reference} · ${ministry().name}` } : null;
  }

  return (name) => {
    const version = bibleVersion(VERSE.exec(name)?.[1] ?? "");
    if (!PAGES.has(name) && (!VERSE.test(name) || (version && !isFree(version)))) return null;
    const folder = `card/${name}`;
    return {
      folder,
      isChanging: true,
      originalKey: () => `${folder}/original`,
      load: () =>
        queue.run(async () => {
          const card = await cardOf(name);
          return card && (await draw(card));
        }),
    };
  };
}

async function draw({ text, line, copyright }: Card): Promise<Buffer> {
  const sharp = await loadSharp();
  const box = text.length < SHORT_TEXT ? { top: 180, height: 220 } : { top: 70, height: 440 };
  return sharp(BACKGROUND)
    .composite([
      await textLayer(text, "#ffffff", { ...TEXT_AREA, ...box }),
      await textLayer(line, "#f5c65c", { ...TEXT_AREA, top: 570, height: 48 }),
      ...(copyright === ""
        ? []
        : [await textLayer(copyright, "#ffffff", { ...TEXT_AREA, top: 660, height: 24 })]),
    ])
    .png()
    .toBuffer();
}

/**
 * Returns an SVG in the colours of the reader's verse images.
 *
 * @param mark SVG elements on it.
 */
export function imageBackground(width: number, height: number, mark = ""): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#5a2aa8"/><stop offset="1" stop-color="#1f0b45"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${mark}</svg>`,
  );
}

/** Horizontal area of the texts of a card. */
const TEXT_AREA = { left: 100, width: 1_080 };

type Area = { left: number; top: number; width: number; height: number };

/** Draws a text in the title face as large as the area allows, in its middle; a layer for `composite` of sharp. */
export async function textLayer(
  text: string,
  colour: string,
  { left, top, width, height }: Area,
): Promise<{ input: Buffer; left: number; top: number }> {
  const sharp = await loadSharp();
  const markup = `<span foreground="${colour}">${xmlText(text)}</span>`;
  const { data, info } = await sharp({
    text: { ...FONT, text: markup, width, height, rgba: true, align: "center" },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    left: left + Math.round((width - info.width) / 2),
    top: Math.max(0, top + Math.round((height - info.height) / 2)),
  };
}
