import { z } from "zod";
import { PROVIDER_MAX_CHARACTERS } from "./speech-provider.ts";

const en = "The Lord bless thee, and keep thee.";
const fr = "Que l’Éternel te bénisse, et qu’il te garde !";

/** Spoken by Test Voice, in each language of the product. */
export const TEST_SENTENCES = { en, fr } as const;

const languageSchema = z.custom<keyof typeof TEST_SENTENCES>(
  (value) => typeof value === "string" && Object.hasOwn(TEST_SENTENCES, value),
);

export const speechBodySchema = z.discriminatedUnion("kind", [
  /** Returns whether the ministry has its own key. */
  z.object({ kind: z.literal("status") }),
  /** A devotional of the site: one of the thirty days, or the date of a published one. */
  z.object({
    kind: z.literal("devotional"),
    language: languageSchema,
    day: z.union([z.int().min(1).max(30), z.iso.date()]),
  }),
  /** A test sentence for a key. */
  z.object({ kind: z.literal("test"), language: languageSchema }),
  /** A text of the reader, with the reader's own key. */
  z.object({
    kind: z.literal("text"),
    language: languageSchema,
    text: z.string().trim().min(1).max(21_000),
  }),
]);

export type SpeechBody = z.infer<typeof speechBodySchema>;

const entrySchema = z.object({ title: z.string(), verse: z.string(), content: z.string() });

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
  const { title, verse, content } = entrySchema.parse(await response.json());
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
