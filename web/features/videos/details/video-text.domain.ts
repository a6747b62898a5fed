import { readTypedReference } from "#shared/bible/bible-reference.ts";
import { type ScriptureSpan, scriptureSpans } from "#shared/devotional/devotional-text.domain.ts";
import { HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";

/** A named moment of a video. */
type Chapter = { seconds: number; title: string };

/** A piece of a description: text, a passage, or a URL. */
export type TextPart = ScriptureSpan | { kind: "address"; text: string };

/** A parsed description: its chapters, and its other lines. */
type VideoText = { chapters: Chapter[]; lines: TextPart[][] };

const CHAPTER = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\s+[-–:]?\s*(.+)$/;
/** YouTube shows chapters from three on, of which the first begins with the video. */
const FEWEST_CHAPTERS = 3;

const ADDRESS = /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g;

/** Parses a video's description with its line breaks. */
export function readVideoText(description: string): VideoText {
  const lines = description.split("\n").map((line) => line.trim());
  const marked = lines.map(readChapter);
  const found = marked.filter((chapter) => chapter !== null);
  const isAscending = found.every(
    ({ seconds }, index) => index === 0 || seconds > (found[index - 1]?.seconds ?? 0),
  );
  const hasChapters = found.length >= FEWEST_CHAPTERS && found[0]?.seconds === 0 && isAscending;
  return {
    chapters: hasChapters ? found : [],
    lines: lines
      .filter((line, index) => line !== "" && !(hasChapters && marked[index]))
      .map(partsOf),
  };
}

function readChapter(line: string): Chapter | null {
  const [, hours = "0", minutes, seconds, title] = CHAPTER.exec(line) ?? [];
  if (title === undefined) return null;
  const total = Number(hours) * HOUR_S + Number(minutes) * MINUTE_S + Number(seconds);
  return { seconds: total, title };
}

function partsOf(line: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: text, index } of line.matchAll(ADDRESS)) {
    parts.push(...scriptureSpans(line.slice(end, index)), { kind: "address", text });
    end = index + text.length;
  }
  return [...parts, ...scriptureSpans(line.slice(end))];
}

/**
 * Parses the passages that a ministry names of a video, also abbreviated ("Philem 6"); none is
 * empty.
 */
export function passageParts(passage: string): ScriptureSpan[] {
  const parts = scriptureSpans(passage);
  if (parts.some(({ kind }) => kind === "scripture")) return parts;
  const reference = readTypedReference(passage);
  return reference ? [{ kind: "scripture", text: passage, reference, language: null }] : [];
}
