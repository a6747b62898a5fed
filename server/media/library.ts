import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import * as v from "valibot";
import { messageOf, StartError } from "@reign-tv/kit/start-error.ts";
import {
  type Clip,
  compilationsSchema,
  type Lineups,
  librarySchema,
  lineupsSchema,
  type MediaFile,
} from "./library.schema.ts";
import { compileClips, type JoinableClip } from "./compilations.ts";

/** Folder of the bundled library. */
export const MEDIA_DIR = resolve(import.meta.dirname, "../../media");

/** A clip with the version in its URLs, so that they can be cached forever. */
export type LibraryClip = JoinableClip & {
  readonly version: string;
  /** It is part of a compilation of its own category, where it is not listed by itself. */
  readonly isPart?: true;
};

/** The bundled library: every named file exists and has the declared size. */
export type MediaLibrary = {
  /** Absolute path of media/. */
  readonly directory: string;
  readonly clips: ReadonlyMap<string, LibraryClip>;
  readonly lineups: Lineups;
  /** Text of each caption file (WebVTT) by its file name. */
  readonly captions: ReadonlyMap<string, string>;
};

/** Paths in the library stay below media/: lower-case parts, no "." first, no "..". */
const RELATIVE_PATH = /^(?:[a-z0-9][\w.-]*\/)*[a-z0-9][\w.-]*$/;

/**
 * Reads and checks library.json, compilations.json and lineups.json of media/.
 *
 * @param directory absolute path of media/.
 * @throws StartError with every problem in one message, one line each.
 */
export async function loadLibrary(directory: string): Promise<MediaLibrary> {
  const problems: string[] = [];
  const library = await readJson(join(directory, "library.json"), librarySchema, problems);
  const lineups = await readJson(join(directory, "lineups.json"), lineupsSchema, problems);
  const compilations =
    (await readJson(join(directory, "compilations.json"), compilationsSchema, problems)) ?? [];
  const clips = library?.clips ?? [];
  problems.push(...repeatedIds(clips), ...unknownInLineups(clips, lineups ?? {}));
  problems.push(...(await Promise.all(clips.map((clip) => clipProblems(directory, clip)))).flat());
  const captions = await readCaptions(directory, clips, problems);
  const compiled = compileClips(compilations, clips, captions, problems);
  if (problems.length > 0) {
    throw new StartError(
      `The media library has ${problems.length} problem(s):\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
  }
  const isPart = ({ id, category }: Clip): boolean =>
    compilations.some((one) => one.category === category && one.parts.includes(id));
  return {
    directory,
    clips: new Map(
      [...clips, ...compiled.clips].map((clip) => [
        clip.id,
        { ...clip, version: versionOf(clip), ...(isPart(clip) && { isPart: true }) },
      ]),
    ),
    lineups: lineups ?? {},
    captions: new Map([...captions, ...compiled.captions]),
  };
}

/** Reads a JSON file. Returns null and adds the reasons to `problems` if it is invalid. */
async function readJson<Value>(
  path: string,
  schema: v.GenericSchema<unknown, Value>,
  problems: string[],
): Promise<Value | null> {
  const name = basename(path);
  try {
    const result = v.safeParse(schema, JSON.parse(await readFile(path, "utf8")));
    if (result.success) return result.output;
    problems.push(
      ...result.issues.map((issue) => `${name}: ${v.getDotPath(issue) ?? ""}: ${issue.message}`),
    );
  } catch (error) {
    problems.push(`${name}: ${messageOf(error)}`);
  }
  return null;
}

function repeatedIds(clips: readonly Clip[]): string[] {
  const ids = clips.map((clip) => clip.id);
  return ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `library.json: clip "${id}" stands there twice`);
}

function unknownInLineups(clips: readonly Clip[], lineups: Lineups): string[] {
  const known = new Set(clips.map((clip) => clip.id));
  return Object.entries(lineups).flatMap(([lineupId, clipIds]) =>
    clipIds
      .filter((id) => !known.has(id))
      .map((id) => `lineups.json: ${lineupId}: no clip "${id}" in library.json`),
  );
}

async function clipProblems(directory: string, clip: Clip): Promise<string[]> {
  const media = mediaFilesOf(clip);
  const tracks = clip.captions.map((track) => track.file);
  const files = [...media.map((file) => file.media), clip.poster, ...tracks];
  const unsafe = files.filter((file) => !RELATIVE_PATH.test(file));
  if (unsafe.length > 0)
    return unsafe.map((file) => `${clip.id}: "${file}" is not a path below media/`);
  const problems: string[] = [];
  if ((await sizeOf(join(directory, clip.poster))) === null) {
    problems.push(`${clip.poster} is missing`);
  }
  for (const file of media) problems.push(...(await mediaProblems(directory, file)));
  if (media.some((file) => cutsOf(file) !== cutsOf(clip))) {
    problems.push("its sizes are not cut at the same moments");
  }
  return problems.map((problem) => `${clip.id}: ${problem}`);
}

/** Returns the files of a clip: its sizes, and its sound. */
export function mediaFilesOf(clip: Clip): MediaFile[] {
  const { large, tiny, sound } = clip;
  return [clip, large, tiny, sound].filter((file) => file !== undefined);
}

/** Segment lengths: a player may switch renditions between any two segments. */
function cutsOf({ segments }: MediaFile): string {
  return segments.map((segment) => segment.durationSeconds).join(" ");
}

async function mediaProblems(directory: string, file: MediaFile): Promise<string[]> {
  const bytes = await sizeOf(join(directory, file.media));
  const problems: string[] = [];
  if (bytes === null) problems.push(`${file.media} is missing`);
  else if (bytes !== file.bytes) {
    problems.push(`${file.media} has ${bytes} bytes, not ${file.bytes}`);
  }
  if ([file.init, ...file.segments].some((range) => range.offset + range.length > file.bytes)) {
    problems.push("a segment ends beyond the file");
  }
  return problems;
}

async function readCaptions(
  directory: string,
  clips: readonly Clip[],
  problems: string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, captions } of clips) {
    for (const { file } of captions.filter((track) => RELATIVE_PATH.test(track.file))) {
      const name = basename(file);
      const text = await readFile(join(directory, file), "utf8").catch(() => null);
      if (text === null) problems.push(`${id}: ${file} is missing`);
      else if (!text.startsWith("WEBVTT")) problems.push(`${id}: ${file} is not WebVTT`);
      else if (texts.has(name)) problems.push(`${id}: a second caption file is called ${name}`);
      else texts.set(name, text);
    }
  }
  return texts;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

/** Version from the metadata: a re-rendered clip has other segment lengths, and no file has to be read. */
function versionOf(clip: Clip): string {
  return createHash("sha256").update(JSON.stringify(clip)).digest("base64url").slice(0, 8);
}
