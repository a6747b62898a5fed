import { basename } from "node:path";
import type { Clip, Compilation, Film, MediaFile } from "./library.schema.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import {
  describeJoinedFile,
  describeJoinedFilm,
  type LibraryFile,
  type LibraryFilm,
  secondsOf,
} from "./joined-film.ts";

/** A clip whose files may be joined from those of other clips. */
export type JoinableClip = Clip &
  LibraryFilm & {
    readonly large?: LibraryFilm | undefined;
    readonly tiny?: LibraryFilm | undefined;
    readonly sound?: LibraryFile | undefined;
  };

type Compiled = {
  clips: JoinableClip[];
  /** Text of each caption file by its file name. */
  captions: Map<string, string>;
};

/**
 * Makes a clip of each compilation: one film, one caption file, and a chapter per part. Other renditions exist if all
 * parts have them.
 *
 * @param problems gets the reasons for which a compilation is left out
 */
export function compileClips(
  compilations: readonly Compilation[],
  clips: readonly Clip[],
  captions: ReadonlyMap<string, string>,
  problems: string[],
): Compiled {
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const compiled: Compiled = { clips: [], captions: new Map() };
  for (const { parts: partIds, ...compilation } of compilations) {
    const { id } = compilation;
    const unknown = partIds.filter((partId) => !byId.has(partId));
    problems.push(...unknown.map((partId) => `compilations.json: ${id}: no clip "${partId}"`));
    if (byId.has(id)) problems.push(`compilations.json: clip "${id}" stands there twice`);
    const [first, ...others] = partIds.flatMap((partId) => byId.get(partId) ?? []);
    if (!first || unknown.length > 0) continue;
    const parts = [first, ...others] as const;
    const film = joinedFilm(id, parts);
    const track = joinedTrack(id, first, parts, captions);
    if (track) compiled.captions.set(basename(track.file), track.text);
    const large = otherFilm(id, parts, "large");
    const tiny = otherFilm(id, parts, "tiny");
    const sound = joinedSound(id, parts);
    compiled.clips.push({
      ...compilation,
      ...film,
      ...(large && { large }),
      ...(tiny && { tiny }),
      ...(sound && { sound }),
      description: [compilation.description, ...chapters(parts)].join("\n"),
      reference: parts.map(({ reference }) => reference).join("; "),
      durationSeconds: secondsOf(parts),
      captions: track ? [{ language: track.language, label: track.label, file: track.file }] : [],
    });
  }
  return compiled;
}

type Parts = readonly [Clip, ...Clip[]];

function joinedFilm(id: string, parts: Parts): LibraryFilm {
  return describeJoinedFilm(parts, `clips/${id}.mp4`);
}

function otherFilm(id: string, parts: Parts, size: "tiny" | "large"): LibraryFilm | undefined {
  const films: Film[] = parts.flatMap((part) => part[size] ?? []);
  const [first, ...others] = films;
  if (!first || films.length < parts.length) return undefined;
  return describeJoinedFilm([first, ...others], `clips/${id}.${first.height}p.mp4`);
}

function joinedSound(id: string, parts: Parts): LibraryFile | undefined {
  const files: MediaFile[] = parts.flatMap(({ sound }) => sound ?? []);
  const [first, ...others] = files;
  if (!first || files.length < parts.length) return undefined;
  return describeJoinedFile([first, ...others], `clips/${id}.m4a`);
}

/** Starts of the parts, rounded up: a chapter must not show the end of the previous part. */
function chapters(parts: Parts): string[] {
  return parts.map(({ title, reference }, index) => {
    const seconds = Math.ceil(secondsOf(parts.slice(0, index)));
    return `${momentText(seconds)} ${title}, ${reference}`;
  });
}

type Track = Clip["captions"][number] & { text: string };

/** Joins the captions of parts in the language of the first. */
function joinedTrack(
  id: string,
  { language }: Clip,
  parts: Parts,
  captions: ReadonlyMap<string, string>,
): Track | null {
  const tracks = parts.map((part) => part.captions.find((track) => track.language === language));
  const [first] = tracks;
  if (!first) return null;
  const cues = tracks.map((track, index) => {
    const text = captions.get(basename(track?.file ?? "")) ?? "";
    // The cues follow the header, which ends with an empty line.
    return delayCues(text.slice(text.indexOf("\n\n") + 2), secondsOf(parts.slice(0, index)));
  });
  const text = `WEBVTT\nLanguage: ${language}\n\n${cues.join("\n")}`;
  return { ...first, file: `captions/${id}.${language}.vtt`, text };
}

const TIMESTAMP = /\b(\d{2}):(\d{2}):(\d{2}\.\d{3})\b/g;

function delayCues(cues: string, seconds: number): string {
  return cues.replaceAll(TIMESTAMP, (_, hours: string, minutes: string, rest: string) => {
    const moment = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) + seconds;
    const whole = new Date(Math.round(moment * 1000)).toISOString();
    return whole.slice("1970-01-01T".length, -1);
  });
}
