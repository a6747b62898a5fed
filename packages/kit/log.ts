import { pino } from "pino";
import * as v from "valibot";

/** JSON lines on standard output, UTC, without any data that R-65 forbids. */
export type Logger = pino.Logger;

const CENSOR = "[redacted]";
/** Longest text in a line; a line stays below 2 KB (R-65). */
const TEXT_LIMIT_CHARS = 600;
const STACK_LINES = 6;
/** Times that the same warning or error is written in a window; more are counted. */
const REPEATS = 10;
const REPEAT_WINDOW_MS = 10_000;
/** Distinct lines that are counted at once; further ones are always written. */
const MOST_COUNTED = 1_000;
/** Fields that distinguish lines. */
const DISTINGUISHING_FIELDS = [
  "event",
  "component",
  "route",
  "function",
  "provider",
  "kind",
  "id",
  "code",
];
const WARN_LEVEL = 40;

/** Names whose values never reach a log, at the top or one level down. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "password",
  "token",
  "access_token",
  "refresh_token",
  "token_hash",
  "authorization",
  "apikey",
  "cookie",
  "email",
  "phone",
  "secret",
  "query",
  "parameters",
]);

/**
 * Creates the logger of the process.
 *
 * @param level lowest level that is written; "silent" writes nothing.
 * @param destination standard output when absent.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const isWritten = createRepeatLimit();
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    // Under its own key pino would repeat an error's message as `msg`, past the serializer.
    errorKey: "unused",
    hooks: {
      logMethod(args, method, lineLevel) {
        const [first, ...rest] = args;
        const line: unknown[] = isError(first) ? [{ err: first }, ...rest] : args;
        const write = (entry: unknown[]): void => Reflect.apply(method, this, entry);
        if (lineLevel < WARN_LEVEL || isWritten(`${lineLevel} ${keyOf(line)}`, line[0], write))
          write(line);
      },
    },
    formatters: { log: censor },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

type Write = (entry: unknown[]) => void;

/** Counts equal lines; the last one of a window states how many were left out. */
function createRepeatLimit(): (key: string, line: unknown, write: Write) => boolean {
  const counts = new Map<string, number>();
  return (key, line, write) => {
    const count = (counts.get(key) ?? 0) + 1;
    if (count === 1) {
      if (counts.size >= MOST_COUNTED) return true;
      setTimeout(() => {
        const leftOut = (counts.get(key) ?? 0) - REPEATS;
        counts.delete(key);
        if (leftOut <= 0) return;
        write([
          { event: "log_lines_left_out", leftOut, of: isPlainObject(line) ? line["event"] : line },
        ]);
      }, REPEAT_WINDOW_MS).unref();
    }
    counts.set(key, count);
    return count <= REPEATS;
  };
}

/** Lines are equal when their text, distinguishing fields and error match, apart from numbers in its message. */
function keyOf([first, text]: readonly unknown[]): string {
  if (!isPlainObject(first)) return String(first);
  const {
    stack: _,
    cause: __,
    message = "",
    ...error
  } = "err" in first ? describeError(first["err"]) : {};
  const words = `${message} ${String(first["reason"])}`.replaceAll(/\d+/g, "0");
  return JSON.stringify([
    DISTINGUISHING_FIELDS.map((name) => String(first[name])),
    error,
    words,
    text,
  ]);
}

/** Replaces secret values; copies the entry only when it has one. */
function censor(entry: Record<string, unknown>): Record<string, unknown> {
  let censored = entry;
  for (const [name, value] of Object.entries(entry)) {
    const kept = SECRET_NAMES.has(name) ? CENSOR : isPlainObject(value) ? censorFlat(value) : value;
    if (kept === value) continue;
    if (censored === entry) censored = { ...entry };
    censored[name] = kept;
  }
  return censored;
}

function censorFlat(entry: Record<string, unknown>): Record<string, unknown> {
  const secrets = Object.keys(entry).filter((name) => SECRET_NAMES.has(name));
  if (secrets.length === 0) return entry;
  return { ...entry, ...Object.fromEntries(secrets.map((name) => [name, CENSOR])) };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Error);
}

/** PostgreSQL's messages for rejected values and search texts quote them. */
const QUOTING_STATES = /^(?:22|42601$)/;
/** Routine of errors that database functions raise, which may quote anything. */
const RAISING_ROUTINE = "exec_stmt_raise";

/**
 * Reduces an error to loggable fields. PostgreSQL's details quote user input (an email address in a unique
 * violation), so its errors keep names, and messages without values.
 */
export function describeError(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = textOf(error, "code");
  const described = { type: error.name, ...(code === null ? {} : { code }) };
  if (error.name === "PostgresError") {
    const names = ["routine", "table_name", "constraint_name", "column_name"] as const;
    const known = names.map((name) => [name, textOf(error, name)] as const);
    const quotes =
      code === null || QUOTING_STATES.test(code) || textOf(error, "routine") === RAISING_ROUTINE;
    const message = quotes ? {} : { message: clip(error.message) };
    return {
      ...described,
      ...message,
      ...Object.fromEntries(known.filter(([, text]) => text !== null)),
    };
  }
  const lines = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const stack = lines.slice(0, STACK_LINES).join("\n");
  const cause =
    error.cause instanceof Error ? { cause: JSON.stringify(describeError(error.cause)) } : {};
  const message = v.isValiError(error) ? error.issues.map(describeIssue).join("; ") : error.message;
  return { ...described, message: clip(message), stack: clip(stack), ...clipped(cause) };
}

/** Names the field instead of its value, which valibot's own message quotes. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "value";
  if (issue.input === undefined) return `${field} is missing`;
  return `${field}: ${issue.expected === null ? `invalid ${issue.type}` : `expected ${issue.expected}`}`;
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

function textOf(error: Error, name: string): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : null;
}

function clipped({ cause }: { cause?: string }): { cause?: string } {
  return cause === undefined ? {} : { cause: clip(cause) };
}

function clip(text: string): string {
  return text.length > TEXT_LIMIT_CHARS ? `${text.slice(0, TEXT_LIMIT_CHARS)}…` : text;
}
