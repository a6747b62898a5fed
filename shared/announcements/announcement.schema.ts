import * as v from "valibot";
import { isInstant } from "#shared/formats.ts";
import { type Language, LANGUAGES } from "#shared/languages.ts";
import { SEVERITIES, type Severity, type Shown } from "./announcement.domain.ts";

const TEXT_LENGTH = 240;
const LINK_LENGTH = 500;

const text = v.pipe(v.string(), v.maxLength(TEXT_LENGTH));

/** A path of this site ("/live-tv") or an https URL; other schemes could run scripts. */
const link = v.pipe(
  v.string(),
  v.maxLength(LINK_LENGTH),
  v.check(isOwnOrHttps, "announcementLink"),
);

const instant = v.pipe(
  v.string(),
  v.check((time) => time.endsWith("Z") && isInstant(time), "announcementTime"),
);

/** Fields in `ministry.json` and in the studio. Error messages are keys of texts. */
export const announcementFields = {
  /** An empty language falls back to the other one. */
  text: v.optional(v.strictObject(v.entriesFromList(LANGUAGES, v.exactOptional(text)))),
  severity: v.optional(v.picklist(SEVERITIES)),
  link: v.optional(link),
  from: v.optional(instant),
  until: v.optional(instant),
};

type AnnouncementText = Partial<Record<Language, string>>;

export type Announcement = Shown & {
  /** Id and version. */
  key: string;
  text: AnnouncementText;
  severity: Severity;
  link?: string | undefined;
  /** Document to push to phones, and its publication time (ISO instant). */
  push?: { id: string; publishedAt: string } | undefined;
};

/** Returns whether a text exists in some language. */
export function isWritten({ text = {} }: { text?: AnnouncementText | undefined }): boolean {
  return Object.values(text).some((words) => words.trim() !== "");
}

/** Returns whether the end does not follow the start. */
export function endsBeforeStart({ from, until }: Shown): boolean {
  return from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from);
}

/** An announcement in `ministry.json`. */
export const fileAnnouncementSchema = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
    ...announcementFields,
  }),
  v.forward(
    v.check((fields) => isWritten(fields), "announcementText"),
    ["text"],
  ),
  v.forward(
    v.check((fields) => !endsBeforeStart(fields), "announcementOrder"),
    ["until"],
  ),
  v.transform(({ id, text = {}, severity = "info", ...rest }): Announcement => ({
    key: `${id}.0`,
    text,
    severity,
    ...rest,
  })),
);

function isOwnOrHttps(address: string): boolean {
  if (address !== address.trim() || /[\s\\\p{C}]/u.test(address)) return false;
  if (/^\/(?!\/)/.test(address)) return true;
  return /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) && URL.canParse(address);
}
