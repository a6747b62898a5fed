import { z } from "zod";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { DAY_S } from "#server/kit/durations.ts";

const START_MAX_SECONDS = DAY_S;
const TITLE_MAX_CHARACTERS = 200;

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Parameters of embed pages. A value that makes no sense counts as absent: a player still plays. */
const embedQuerySchema = z.object({
  lang: z.enum(LANGUAGES).optional().catch(undefined),
  hl: z.enum(LANGUAGES).optional().catch(undefined),
  /** Starts silently; otherwise with sound, if the browser allows it. */
  muted: flag.default(false).catch(false),
  autoplay: flag.default(false).catch(false),
  /** The page around names the stream and has its buttons for picture-in-picture and full screen. */
  card: flag.default(false).catch(false),
  /** The page around names the stream and what is on. */
  named: flag.default(false).catch(false),
  start: z.coerce.number().int().min(0).max(START_MAX_SECONDS).default(0).catch(0),
  title: z.string().max(TITLE_MAX_CHARACTERS).default("").catch(""),
  /** "fallback": what stands in for a channel's source. */
  source: z.enum(["primary", "fallback"]).default("primary").catch("primary"),
  /** The visitor has tapped to get here, so a data saver does not hold the player back. */
  tap: flag.default(false).catch(false),
  /** Whether data is saved, when the page around knows; it knows the visitor's own choice. */
  saver: z
    .enum(["0", "1"])
    .transform((value) => value === "1")
    .nullable()
    .default(null)
    .catch(null),
  /** The visitor has already let this provider in; the page around remembers it. */
  consent: flag.default(false).catch(false),
  /** Host of that provider; a channel may play another one's by now. */
  provider: z.string().max(253).nullable().default(null).catch(null),
  /** The page around loads the player anew when its channel comes from another place. */
  followed: flag.default(false).catch(false),
  /** Token of a preview: the channel as somebody wants to try it before it is published. */
  preview: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .nullable()
    .default(null)
    .catch(null),
});

export type EmbedQuery = Omit<z.infer<typeof embedQuerySchema>, "lang" | "hl"> & {
  language: Language;
};

/** Whether the visitor has let in the provider of this host. */
export function hasLetIn({ consent, provider }: EmbedQuery, host: string): boolean {
  return consent && (provider === null || provider === host);
}

/** @param defaultLanguage language of the page when the address names none. */
export function readEmbedQuery(
  query: Readonly<Record<string, string>>,
  defaultLanguage: Language,
): EmbedQuery {
  const { lang, hl, ...rest } = embedQuerySchema.parse(query);
  return { ...rest, language: lang ?? hl ?? defaultLanguage };
}
