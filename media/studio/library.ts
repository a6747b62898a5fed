import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import {
  clipSeconds,
  filmPath,
  sceneStart,
  sizesOf,
  type Category,
  type ClipSpec,
} from "./clip-types.ts";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL } from "./film-format.ts";
import { FILM_KINDS } from "./film-texts.ts";
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

type Film = Pick<FilmSize, "width" | "height"> & { media: string } & ClipFile;

async function describeFilm(mediaFolder: string, clip: ClipSpec, size: FilmSize): Promise<Film> {
  const media = filmPath(clip, size);
  const file = readClipFile(await readFile(join(mediaFolder, media)));
  return { width: size.width, height: size.height, media, ...file };
}

/** The description with the chapters of a long film, one a line, as platforms write them. */
function descriptionOf(clip: ClipSpec): string {
  const lines = (clip.chapters ?? []).map(({ scene, title }) => {
    // The first chapter begins with the title; the others once the last words of the one before are gone.
    const seconds = scene === 0 ? 0 : Math.ceil(sceneStart(clip, scene + 1));
    const rest = String(seconds % 60).padStart(2, "0");
    return `${Math.floor(seconds / 60)}:${rest} ${title}`;
  });
  return [clip.description, ...lines].join("\n");
}

async function describe(mediaFolder: string, clip: ClipSpec): Promise<object> {
  const small = await describeFilm(mediaFolder, clip, SMALL);
  const hasLarge = sizesOf(clip).includes(LARGE);
  return {
    id: clip.id,
    category: clip.category,
    language: clip.language,
    title: `${FILM_KINDS[clip.language]}${clip.title}`,
    description: descriptionOf(clip),
    reference: clip.reference,
    durationSeconds: clipSeconds(clip),
    publishedAt: clip.publishedAt,
    poster: `posters/${clip.id}.webp`,
    captions: [
      {
        language: clip.language,
        label: CAPTION_LABELS[clip.language],
        file: `captions/${clip.id}.${clip.language}.vtt`,
      },
    ],
    ...small,
    ...(hasLarge && { large: await describeFilm(mediaFolder, clip, LARGE) }),
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

function onChannel(language: ClipSpec["language"]): ClipSpec[] {
  return CLIPS.filter((clip) => clip.language === language && !clip.isOnDemandOnly);
}

/** One clip of every category in turn until all are placed. */
function englishLineup(): string[] {
  const rows = PROGRAMME.map((category) =>
    onChannel("en").filter((clip) => clip.category === category),
  );
  const rounds = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: rounds }, (_, round) =>
    rows.flatMap((row) => row[round]?.id ?? []),
  ).flat();
}

/** Clip ids in playing order, per channel: the content of lineups.json. */
export function lineups(): Record<string, string[]> {
  return { english: englishLineup(), french: onChannel("fr").map(({ id }) => id) };
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
