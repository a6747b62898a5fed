/** Record of a CSV file with the number of its first line, from 1. */
export type CsvRecord = { line: number; fields: string[] };

const DELIMITERS = [",", ";", "\t"] as const;

/**
 * Parses CSV (RFC 4180): quoted fields may hold delimiters, line ends and doubled quotes. The first
 * line decides the delimiter, because French spreadsheets write semicolons. Skips empty lines.
 */
export function readCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  // Some spreadsheets name the delimiter in the first line.
  const named = /^sep=(.)\n/i.exec(source);
  const body = named ? source.slice(named[0].length) : source;
  const delimiter = named?.[1] ?? delimiterOf(body);
  return parseRecords(body, delimiter, named ? 2 : 1).filter(({ fields }) =>
    fields.some((field) => field.trim() !== ""),
  );
}

/** Returns the delimiter of the first line, ignoring quoted fields. */
function delimiterOf(text: string): string {
  const [first = ""] = text.replaceAll(/"[^"]*"/g, "").split("\n");
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}

function parseRecords(text: string, delimiter: string, firstLine: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = firstLine;
  let startLine = line;
  let at = 0;
  while (at < text.length) {
    const { value, end } = readField(text, at, delimiter);
    fields.push(value);
    line += text.slice(at, end).split("\n").length - 1;
    const isLast = end >= text.length || text[end] === "\n";
    if (isLast) {
      records.push({ line: startLine, fields });
      fields = [];
      line += 1;
      startLine = line;
    } else if (end + 1 === text.length) {
      records.push({ line: startLine, fields: [...fields, ""] });
    }
    at = end + 1;
  }
  return records;
}

/**
 * Parses the field at a position and returns its end: a delimiter, a line end or the end of the
 * text.
 */
function readField(text: string, at: number, delimiter: string): { value: string; end: number } {
  if (text[at] !== '"') {
    const end = endOfPlain(text, at, delimiter);
    return { value: text.slice(at, end), end };
  }
  let close = text.indexOf('"', at + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  // An unclosed quote extends to the end of the text.
  const last = close === -1 ? text.length : close;
  const end = endOfPlain(text, Math.min(last + 1, text.length), delimiter);
  const value = text.slice(at + 1, last).replaceAll('""', '"');
  return { value: value + text.slice(last + 1, end).trimEnd(), end };
}

function endOfPlain(text: string, at: number, delimiter: string): number {
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end += 1;
  return end;
}
