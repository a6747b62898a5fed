import * as v from "valibot";
import { PROVIDER_MAX_CHARACTERS } from "./speech-provider.ts";

const en = "The Lord bless thee, and keep thee.";
const fr = "Que l’Éternel te bénisse, et qu’il te garde !";

/** Spoken by Test Voice, in each language of the product. */
export const TEST_SENTENCES = { en, fr } as const;

const languageSchema = v.custom<keyof typeof TEST_SENTENCES>(
  (value) => typeof value === "string" && Object.hasOwn(TEST_SENTENCES, value),
);

const dateSchema = v.pipe(
  v.string(),
  v.isoDate(),
  // `Date` turns 31 February into a day of March.
  v.check((date) => new Date(date).getUTCDate() === Number(date.slice(-2))),
);

export const speechBodySchema = v.variant("kind", [
  /** Returns whether the ministry has its own key. */
  v.object({ kind: v.literal("status") }),
  /** A devotional of the site: one of the thirty days, or the date of a published one. */
  v.object({
    kind: v.literal("devotional"),
    language: languageSchema,
    day: v.union([v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30)), dateSchema]),
  }),
  /** A test sentence for a key. */
  v.object({ kind: v.literal("test"), language: languageSchema }),
  /** A text of the reader, with the reader's own key. */
  v.object({
    kind: v.literal("text"),
    language: languageSchema,
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(21_000)),
  }),
]);

export type SpeechBody = v.InferOutput<typeof speechBodySchema>;

const entrySchema = v.object({ title: v.string(), verse: v.string(), content: v.string() });

/**
 * Returns a devotional as spoken text (title, verse, content) from the site; null if there is none.
 */
export async function devotionalText(
  fetch: typeof globalThis.fetch,
  siteUrl: string,
  { language, day }: Extract<SpeechBody, { kind: "devotional" }>,
): Promise<string | null> {
  const response = await fetch(`${siteUrl}/api/devotionals/${language}/${day}`);
  if (response.status === 404) return null;
  const { title, verse, content } = v.parse(entrySchema, await response.json());
  return [title, verse, content].join("\n\n");
}

/** Splits a text for the provider, at paragraphs if possible, then at sentences, then anywhere. */
export function speechPieces(text: string, max: number = PROVIDER_MAX_CHARACTERS): string[] {
  if (text.length <= max) return [text];
  const head = text.slice(0, max);
  const cut = [head.lastIndexOf("\n\n"), head.lastIndexOf(". ") + 1, head.lastIndexOf(" ")].find(
    (index) => index > 0,
  );
  const end = cut ?? max;
  return [text.slice(0, end).trim(), ...speechPieces(text.slice(end).trim(), max)];
}
