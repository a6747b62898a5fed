import { z } from "zod";
import { LANGUAGES } from "#shared/languages.ts";
import { ministrySchema } from "#shared/site/ministry.ts";

const LINE_LENGTH = 200;
const { name, email } = ministrySchema.shape;
/** Empty: not shown. */
const line = z.string().max(LINE_LENGTH).optional();
const link = z.union([z.literal(""), z.url({ protocol: /^https$/, error: "ministryLink" })], {
  error: "ministryLink",
});

/** A text in each language; pages of each language show it, so none may be empty. */
function localText(most: number) {
  return z.record(z.enum(LANGUAGES), z.string().trim().min(1).max(most)).optional();
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
export const ministryBody = z.strictObject({
  name: name.optional(),
  tagline: localText(120),
  mission: localText(2_000),
  phone: line,
  email: email.optional(),
  address: line,
  facebook: link.optional(),
  x: link.optional(),
  instagram: link.optional(),
  youtube: link.optional(),
  prayerRequests: link.optional(),
  aboutUs: link.optional(),
  contactUs: link.optional(),
  donate: link.optional(),
  give: link.optional(),
  partnership: link.optional(),
});

export type MinistryBody = z.infer<typeof ministryBody>;
