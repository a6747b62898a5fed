import { z } from "zod";
import { LANGUAGES } from "#shared/languages.ts";
import { SEVERITIES, type Severity, type Shown } from "./announcement.domain.ts";

const TEXT_LENGTH = 240;
const LINK_LENGTH = 500;

/** A path of this site ("/live-tv") or an https URL; other schemes could run scripts. */
const link = z.string().max(LINK_LENGTH).refine(isOwnOrHttps, { error: "announcementLink" });

const instant = z.iso.datetime({ error: "announcementTime" });

/** Fields in `ministry.json` and in the studio. Error messages are keys of texts. */
export const announcementFields = {
  /** An empty language falls back to the other one. */
  text: z.partialRecord(z.enum(LANGUAGES), z.string().max(TEXT_LENGTH)).optional(),
  severity: z.enum(SEVERITIES).optional(),
  link: link.optional(),
  from: instant.optional(),
  until: instant.optional(),
};

export type Announcement = Shown & {
  /** Id and version. */
  key: string;
  text: NonNullable<Fields["text"]>;
  severity: Severity;
  link?: string | undefined;
  /** Document to push to phones, and its publication time (ISO instant). */
  push?: { id: string; publishedAt: string } | undefined;
};

type Fields = z.infer<z.ZodObject<typeof announcementFields>>;

/** Checks rules across fields: some text exists, and the end follows the start. */
export function refuseUnshown({ text = {}, from, until }: Fields, context: z.RefinementCtx): void {
  if (!Object.values(text).some((words) => words.trim() !== "")) {
    context.addIssue({ code: "custom", path: ["text"], message: "announcementText" });
  }
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)) {
    context.addIssue({ code: "custom", path: ["until"], message: "announcementOrder" });
  }
}

/** An announcement in `ministry.json`. */
export const fileAnnouncementSchema = z
  .strictObject({ id: z.string().regex(/^[a-z0-9-]{1,40}$/), ...announcementFields })
  .superRefine(refuseUnshown)
  .transform(({ id, text = {}, severity = "info", ...rest }): Announcement => ({
    key: `${id}.0`,
    text,
    severity,
    ...rest,
  }));

function isOwnOrHttps(address: string): boolean {
  if (address !== address.trim() || /[\s\\\p{C}]/u.test(address)) return false;
  if (/^\/(?!\/)/.test(address)) return true;
  return /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(address) && URL.canParse(address);
}
