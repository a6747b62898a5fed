import * as v from "valibot";
import type { DocumentBody } from "#shared/studio/documents.ts";

/**
 * Characters that the database rejects: control characters except tab and line end, and
 * bidirectional marks.
 */
// oxlint-disable-next-line no-control-regex -- these characters are removed
const REJECTED_CHARACTERS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
const SUMMARY_LENGTH = 200;

/** Removes invisible characters, which pasted text often contains. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(REJECTED_CHARACTERS, "");
}

/** Cleans all texts of a value, at any depth. */
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plainValue(held)]));
}

/** Returns a summary in one line of at most 200 characters. */
export function summaryLine(summary: string): string {
  const line = plainText(summary).replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  if (characters.length <= SUMMARY_LENGTH) return line;
  return `${characters.slice(0, SUMMARY_LENGTH - 1).join("")}…`;
}

/** Schema of a document's body. */
export type BodySchema<Body> = v.GenericSchema<unknown, Body> & {
  readonly entries: v.ObjectEntries;
};

/**
 * Returns the fields of a published body whose type fits the schema. Drops the others, because they
 * would break a page. Values that only break a rule stay, to be corrected.
 */
export function readableBody<Body extends object>(
  schema: BodySchema<Body>,
  defaults: Body,
  body: DocumentBody,
): DocumentBody {
  const checked = v.safeParse(schema, { ...defaults, ...body });
  if (checked.success) return body;
  const broken = new Set(checked.issues.filter(isOfOtherType).map(({ path }) => path?.[0].key));
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field]) => Object.hasOwn(schema.entries, field) && !broken.has(field),
    ),
  );
}

/** Whether a field itself is of another type, not only something inside it. */
function isOfOtherType({ kind, type, path }: v.GenericIssue): boolean {
  return kind === "schema" && type !== "picklist" && path?.length === 1;
}
