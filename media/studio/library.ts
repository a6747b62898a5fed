import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import {
  clipSeconds,
  filmPath,
  sceneStart,
  sizesOf,
  soundPath,
  type Category,
  type ClipSpec,
  CLIPS,
} from "./clips.ts";
import { type FilmSize, LARGE, SEGMENT_SECONDS, SMALL, TINY } from "./film-format.ts";
import { listBoxes } from "./mp4-boxes.ts";

type Segment = { durationSeconds: number; offset: number; length: number };
type ClipFile = {
  media: string;
  bytes: number;
  codecs: string;
  peakBitsPerSecond: number;
  init: { offset: number; length: number };
  segments: Segment[];
};

const CAPTION_LABELS = { en: "English", fr: "Français" } as const;

/** Order of categories on the English channel, so that neighbours differ. */
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

const AAC_CODEC = "mp4a.40.2";

/** RFC 6381 names of a film's streams, from their decoder configuration. */
function codecsOf(bytes: Buffer): string {
  const avc = bytes.indexOf("avcC");
  if (avc < 0) throw new Error("no video configuration");
  const profile = bytes.toString("hex", avc + 5, avc + 8);
  return `avc1.${profile},${AAC_CODEC}`;
}

/** Returns the byte ranges of the init segment and the media segments of a clip. */
function describeFile(media: string, bytes: Buffer, codecs: string): ClipFile {
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
    media,
    bytes: bytes.length,
    codecs,
    peakBitsPerSecond: Math.ceil((largest * 8) / SEGMENT_SECONDS),
    init: { offset: 0, length: movie.offset + movie.length },
    segments,
  };
}

type Film = Pick<FilmSize, "width" | "height"> & ClipFile;

async function describeFilm(mediaFolder: string, clip: ClipSpec, size: FilmSize): Promise<Film> {
  const media = filmPath(clip, size);
  const bytes = await readFile(join(mediaFolder, media));
  const { width, height } = size;
  return { width, height, ...describeFile(media, bytes, codecsOf(bytes)) };
}

async function describeSound(mediaFolder: string, clip: ClipSpec): Promise<ClipFile> {
  const media = soundPath(clip);
  return describeFile(media, await readFile(join(mediaFolder, media)), AAC_CODEC);
}

/** Adds the chapters of a long film to its description, one per line, as platforms expect. */
function descriptionOf(clip: ClipSpec): string {
  const lines = (clip.chapters ?? []).map(({ scene, title }) => {
    // The first chapter starts at 0; others start after the last text of the previous one.
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
    title: clip.title,
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
    tiny: await describeFilm(mediaFolder, clip, TINY),
    sound: await describeSound(mediaFolder, clip),
  };
}

/** Category by category, newest first. */
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

/** Takes one clip of every category in turn. */
function englishLineup(): string[] {
  const rows = PROGRAMME.map((category) =>
    onChannel("en").filter((clip) => clip.category === category),
  );
  const rounds = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: rounds }, (_, round) =>
    rows.flatMap((row) => row[round]?.id ?? []),
  ).flat();
}

/** Returns the content of lineups.json: clip ids in playing order, by channel. */
export function lineups(): Record<string, string[]> {
  return { english: englishLineup(), french: onChannel("fr").map(({ id }) => id) };
}

/**
 * Returns the content of library.json: the table's data of every clip, and the measures of its
 * film.
 *
 * @throws Error for a missing film, or one that `package-mp4.ts` did not write
 */
export async function describeLibrary(mediaFolder: string): Promise<object> {
  const clips = [];
  for (const clip of inLibraryOrder()) clips.push(await describe(mediaFolder, clip));
  return { version: 1, clips };
}

/** Writes library.json and lineups.json. */
export async function writeLibrary(mediaFolder: string): Promise<void> {
  const library = await describeLibrary(mediaFolder);
  await writeFile(join(mediaFolder, "library.json"), `${JSON.stringify(library, null, 1)}\n`);
  await writeFile(join(mediaFolder, "lineups.json"), `${JSON.stringify(lineups(), null, 2)}\n`);
}
