/** A cue of captions: plain text between two times in milliseconds. */
type Cue = { readonly start: number; readonly end: number; readonly text: string };

const MAX_CUES = 20_000;
const MAX_LINES_PER_CUE = 8;
/** Longest line that is read, with its markup. */
const MAX_READ_CHARACTERS = 2_000;
const MAX_LINE_CHARACTERS = 400;
/** Twelve hours. */
const MAX_MS = 12 * 3_600_000;

/** Times of WebVTT ("00:01.500", settings may follow) and of SRT ("00:00:01,500"). */
const TIME = String.raw`(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})`;
const TIMING = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`, "u");

/** Reason why a text is no captions; lines count from 1. */
export class CaptionsError extends Error {
  constructor(reason: string, line: number | null = null) {
    super(line === null ? reason : `Line ${line}: ${reason}`);
    this.name = "CaptionsError";
  }
}

/**
 * Reads WebVTT or SRT and writes plain WebVTT: times and text. Markup, positions, styles and notes are left out.
 *
 * @throws CaptionsError when it has no cue, or one that cannot be read.
 */
export function plainCaptions(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const cues = readCues(lines);
  if (cues.length === 0) throw new CaptionsError("There is no cue in it");
  return `WEBVTT\n\n${cues.map(writeCue).join("\n")}`;
}

function readCues(lines: readonly string[]): Cue[] {
  const cues: Cue[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    index += 1;
    if (!line.includes("-->")) continue;
    const { start, end } = readTiming(line, index);
    const first = index;
    while (index < lines.length && (lines[index] ?? "").trim() !== "") {
      if ((lines[index] ?? "").includes("-->")) {
        throw new CaptionsError("A cue starts without an empty line before", index + 1);
      }
      index += 1;
    }
    const shown = plainLines(lines.slice(first, Math.min(index, first + 2 * MAX_LINES_PER_CUE)));
    if (shown.length > MAX_LINES_PER_CUE)
      throw new CaptionsError("A cue has too many lines", first);
    if (shown.length > 0) cues.push({ start, end, text: shown.join("\n") });
    if (cues.length > MAX_CUES) throw new CaptionsError("There are too many cues");
  }
  return cues.toSorted((one, other) => one.start - other.start);
}

/** @param number of the line, from 1. */
function readTiming(line: string, number: number): Pick<Cue, "start" | "end"> {
  const found = TIMING.exec(line);
  if (found === null) throw new CaptionsError("The times cannot be read", number);
  const [start = 0, end = 0] = [found.slice(1, 5), found.slice(5, 9)].map(milliseconds);
  if (end <= start || end > MAX_MS) throw new CaptionsError("The times are not in order", number);
  return { start, end };
}

function milliseconds([hours = "0", minutes = "0", seconds = "0", rest = "0"]: string[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest);
}

/** Text without markup: no tag of HTML, WebVTT or SSA, and no control character stays. */
function plainLines(lines: readonly string[]): string[] {
  return withoutTags(lines.map((line) => line.slice(0, MAX_READ_CHARACTERS)).join("\n"))
    .split("\n")
    .map((line) =>
      decodeEntities(line)
        .replaceAll(/\{\\[^}]*\}/g, "")
        .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
        .replaceAll(/\s+/g, " ")
        .trim()
        .slice(0, MAX_LINE_CHARACTERS),
    )
    .filter((line) => line !== "");
}

/** Removes what stands between "<" and ">"; a "<" that begins no tag stays. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-z0-9!?:](?:[^<>]*)>?/giu, "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "",
  rlm: "",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm|quot|apos);/g, (_, name: string) => {
    return ENTITIES[name] ?? "";
  });
}

function writeCue({ start, end, text }: Cue): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `${clock(start)} --> ${clock(end)}\n${escaped}\n`;
}

function clock(ms: number): string {
  const part = (value: number, digits = 2): string => String(value).padStart(digits, "0");
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return `${part(hours)}:${part(minutes)}:${part(seconds % 60)}.${part(ms % 1_000, 3)}`;
}
