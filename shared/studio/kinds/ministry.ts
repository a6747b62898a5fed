import * as v from "valibot";
import { LANGUAGES } from "#shared/languages.ts";
import { httpsUrl, ministrySchema } from "#shared/site/ministry.ts";

const LINE_LENGTH = 200;
const { name, email } = ministrySchema.entries;
/** Empty: not shown. */
const line = v.optional(v.pipe(v.string(), v.maxLength(LINE_LENGTH)));
const link = v.union([v.literal(""), httpsUrl("ministryLink")], "ministryLink");

/** A text in each language; pages of each language show it, so none may be empty. */
function localText(most: number) {
  const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
  return v.optional(v.strictObject(v.entriesFromList(LANGUAGES, text)));
}

export const SOCIAL_FIELDS = ["facebook", "x", "instagram", "youtube"] as const;
export const LINK_FIELDS = [
  "prayerRequests",
  "aboutUs",
  "contactUs",
  "donate",
  "give",
  "partnership",
] as const;

/**
 * Body of the document "ministry". Each link is a field of its own, so that two editors do not
 * conflict.
 */
export const ministryBody = v.strictObject({
  name: v.optional(name),
  tagline: localText(120),
  mission: localText(2_000),
  phone: line,
  email: v.optional(email),
  address: line,
  facebook: v.optional(link),
  x: v.optional(link),
  instagram: v.optional(link),
  youtube: v.optional(link),
  prayerRequests: v.optional(link),
  aboutUs: v.optional(link),
  contactUs: v.optional(link),
  donate: v.optional(link),
  give: v.optional(link),
  partnership: v.optional(link),
});

export type MinistryBody = v.InferOutput<typeof ministryBody>;
