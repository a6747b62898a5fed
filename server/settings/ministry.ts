import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { type Ministry, ministrySchema } from "#shared/site/ministry.ts";
import { isPictureFile } from "#shared/live/poster.domain.ts";
import { typesetTexts, typesetWritten } from "#shared/typography.ts";
import {
  JsonSyntaxError,
  type JsonWithPositions,
  parseJsonWithPositions,
  type Position,
} from "@reign-tv/kit/json-with-positions.ts";
import { StartError } from "@reign-tv/kit/start-error.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import { didYouMean } from "@reign-tv/kit/closest-match.ts";
import { type MinistryProblem, schemaProblems } from "./ministry-errors.ts";

/** Names of the bundled library that `ministry.json` may use. */
type KnownMedia = Pick<MediaLibrary, "lineups"> & {
  readonly clips: Pick<MediaLibrary["clips"], "keys">;
};

/**
 * Reads and checks `ministry.json`, in UTF-8 with or without a byte order mark.
 *
 * @throws StartError with one sentence when the file cannot be read as text, or with every problem, its line,
 * column and hint, when it is not valid.
 */
export async function loadMinistry(path: string, media: KnownMedia): Promise<Ministry> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new StartError(
      `The ministry file ${path} cannot be read. Create it, or set MINISTRY_FILE to another file.`,
      { cause },
    );
  });
  const json = parseText(decodeText(bytes, path), path);
  const result = v.safeParse(ministrySchema, json.value);
  const problems = result.success
    ? [
        ...mediaProblems(result.output, media, json),
        ...(await posterProblems(result.output, dirname(path), json)),
      ]
    : schemaProblems(result.issues, ministrySchema, json);
  if (result.success && problems.length === 0) return typesetMinistry(result.output);
  throw problemsError(path, problems);
}

/** Editors type plain spaces and apostrophes; pages, mails and files show each language's typographic ones. */
export function typesetMinistry(ministry: Ministry): Ministry {
  const channels = Object.entries(ministry.channels).map(([id, channel]) => [
    id,
    { ...channel, name: typesetTexts(channel.name) },
  ]);
  return {
    ...ministry,
    tagline: typesetTexts(ministry.tagline),
    mission: typesetTexts(ministry.mission),
    channels: Object.fromEntries(channels),
    ...(ministry.announcements && {
      announcements: ministry.announcements.map((one) => ({
        ...one,
        text: typesetWritten(one.text),
      })),
    }),
  };
}

function problemsError(path: string, problems: readonly MinistryProblem[]): StartError {
  const lines = problems
    .toSorted((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
    .map(
      ({ position, message }) => `  line ${position.line}, column ${position.column}: ${message}`,
    );
  const unique = [...new Set(lines)];
  const count = unique.length === 1 ? "1 problem" : `${unique.length} problems`;
  return new StartError(`The ministry file ${path} has ${count}:\n${unique.join("\n")}`);
}

function parseText(text: string, path: string): JsonWithPositions {
  try {
    return parseJsonWithPositions(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { position, message } = error;
    throw problemsError(path, [{ position, message: `this is not JSON: ${message}` }]);
  }
}

/** @throws StartError for a file in another encoding, which some editors choose silently. */
function decodeText(bytes: Buffer, path: string): string {
  const isUtf16 = [0xff_fe, 0xfe_ff].includes(bytes.length < 2 ? 0 : bytes.readUInt16BE());
  if (isUtf16 || bytes.subarray(0, 4).includes(0)) {
    throw new StartError(`The ministry file ${path} is saved as UTF-16: save it as UTF-8.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const { line, column } = firstForeignByte(bytes);
    throw new StartError(
      `The ministry file ${path} is not saved as UTF-8: the character in line ${line}, column ${column} is of another encoding, such as Latin-1. Save the file as UTF-8.`,
      { cause },
    );
  }
}

function firstForeignByte(bytes: Buffer): Position {
  const lines = bytes.toString("utf8").split("\n");
  const index = lines.findIndex((line) => line.includes("\u{FFFD}"));
  return { line: index + 1, column: (lines[index] ?? "").indexOf("\u{FFFD}") + 1 };
}

/** Reports names that the bundled library does not have. */
function mediaProblems(
  { channels }: Ministry,
  { lineups, clips }: KnownMedia,
  json: JsonWithPositions,
): MinistryProblem[] {
  const lineupIds = Object.keys(lineups);
  const clipIds = [...clips.keys()];
  return Object.entries(channels).flatMap(([id, { source, fallback, poster }]) => {
    const problems: MinistryProblem[] = [];
    const check = (path: readonly string[], given: string, known: readonly string[]): void => {
      if (known.includes(given)) return;
      const name = path.join(".");
      const message = `${name}: the library has no "${given}"; ${didYouMean(given, known)}`;
      problems.push({ position: json.positionOf(path), message });
    };
    for (const [key, value] of Object.entries({ source, fallback })) {
      if (value?.kind !== "linear") continue;
      check(["channels", id, key, "lineupId"], value.lineupId, lineupIds);
    }
    if (poster !== undefined && !isPictureFile(poster)) {
      check(["channels", id, "poster"], poster, clipIds);
    }
    return problems;
  });
}

/** Reports custom posters that are missing next to `ministry.json`. */
async function posterProblems(
  { channels }: Ministry,
  folder: string,
  json: JsonWithPositions,
): Promise<MinistryProblem[]> {
  const problems = Object.entries(channels).map(async ([id, { poster }]) => {
    if (poster === undefined || !isPictureFile(poster)) return [];
    const file = join(folder, poster);
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true) return [];
    const path = ["channels", id, "poster"];
    const message = `${path.join(".")}: there is no picture ${file}; put it there, or name a clip of the library`;
    return [{ position: json.positionOf(path), message }];
  });
  return (await Promise.all(problems)).flat();
}
