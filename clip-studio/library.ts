import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { clipSeconds, type Category, type ClipSpec } from "./clip-types.ts";
import { FILM_HEIGHT, FILM_WIDTH, SEGMENT_SECONDS } from "./film-format.ts";
import { CLIPS } from "./clips.ts";
import { listBoxes } from "./mp4-boxes.ts";

type Segment = { durationSeconds: number; offset: number; length: number };
type ClipFile = {
  bytes: number;
  codecs: string;
  peakBitsPerSecond: number;
  init: { offset: number; length: number };
  segments: Segment[];
};

const CAPTION_LABELS = { en: "English", fr: "Français" } as const;

/** Order in which the English channel turns through the categories, so that neighbours differ. */
const PROGRAMME: readonly Category[] = [
  "announcements",
  "music",
  "sermons",
  "testimonies",
  "prophecies",
  "prophecy-confirmations",
  "humanitarian",
  "movies",
  "personal-prophecies",
];

/** The RFC 6381 names of the streams, read from the configuration the decoder will get. */
function codecsOf(bytes: Buffer): string {
  const avc = bytes.indexOf("avcC");
  if (avc < 0) throw new Error("no video configuration");
  const profile = bytes.toString("hex", avc + 5, avc + 8);
  return `avc1.${profile},mp4a.40.2`;
}

/** Reads a packaged clip: where its init segment and its media segments stand in the file. */
function readClipFile(bytes: Buffer): ClipFile {
  const boxes = listBoxes(bytes);
  const movie = boxes.find(({ name }) => name === "moov");
  if (!movie) throw new Error("no moov box");
  const segments: Segment[] = [];
  for (const [index, { name, offset, length }] of boxes.entries()) {
    if (name !== "moof") continue;
    const data = boxes[index + 1];
    if (data?.name !== "mdat") throw new Error("moof without mdat");
    segments.push({ durationSeconds: SEGMENT_SECONDS, offset, length: length + data.length });
  }
  const largest = Math.max(...segments.map(({ length }) => length));
  return {
    bytes: bytes.length,
    codecs: codecsOf(bytes),
    peakBitsPerSecond: Math.ceil((largest * 8) / SEGMENT_SECONDS),
    init: { offset: 0, length: movie.offset + movie.length },
    segments,
  };
}

async function describe(mediaFolder: string, clip: ClipSpec): Promise<object> {
  const media = `clips/${clip.id}.mp4`;
  const file = readClipFile(await readFile(join(mediaFolder, media)));
  return {
    id: clip.id,
    category: clip.category,
    language: clip.language,
    title: clip.title,
    description: clip.description,
    reference: clip.reference,
    durationSeconds: clipSeconds(clip),
    width: FILM_WIDTH,
    height: FILM_HEIGHT,
    publishedAt: clip.publishedAt,
    bytes: file.bytes,
    media,
    poster: `posters/${clip.id}.webp`,
    captions: [
      {
        language: clip.language,
        label: CAPTION_LABELS[clip.language],
        file: `captions/${clip.id}.${clip.language}.vtt`,
      },
    ],
    codecs: file.codecs,
    peakBitsPerSecond: file.peakBitsPerSecond,
    init: file.init,
    segments: file.segments,
  };
}

/** Newest first inside each category, the categories one after the other. */
function inLibraryOrder(): ClipSpec[] {
  const order = [...new Set(CLIPS.map(({ category }) => category))];
  return CLIPS.toSorted(
    (left, right) =>
      order.indexOf(left.category) - order.indexOf(right.category) ||
      right.publishedAt.localeCompare(left.publishedAt),
  );
}

/** One clip of every category in turn until all are placed. */
function englishLineup(): string[] {
  const rows = PROGRAMME.map((category) =>
    CLIPS.filter((clip) => clip.language === "en" && clip.category === category),
  );
  const rounds = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: rounds }, (_, round) =>
    rows.flatMap((row) => row[round]?.id ?? []),
  ).flat();
}

/** Clip ids in playing order, per channel: the content of lineups.json. */
export function lineups(): Record<string, string[]> {
  const french = CLIPS.filter(({ language }) => language === "fr").map(({ id }) => id);
  return { english: englishLineup(), french };
}

/**
 * The content of library.json: what the table says of every clip, and what its film measures.
 *
 * @throws Error when a film is missing or is not of the shape that `package-mp4.ts` writes.
 */
export async function describeLibrary(mediaFolder: string): Promise<object> {
  const clips = [];
  for (const clip of inLibraryOrder()) clips.push(await describe(mediaFolder, clip));
  return { version: 1, clips };
}

/** Writes library.json and lineups.json from the table and the rendered films. */
export async function writeLibrary(mediaFolder: string): Promise<void> {
  const library = await describeLibrary(mediaFolder);
  await writeFile(join(mediaFolder, "library.json"), `${JSON.stringify(library, null, 1)}\n`);
  await writeFile(join(mediaFolder, "lineups.json"), `${JSON.stringify(lineups(), null, 2)}\n`);
}
