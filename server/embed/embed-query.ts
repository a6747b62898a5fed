import { z } from "zod";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { DAY_S } from "#server/kit/durations.ts";

const START_MAX_SECONDS = DAY_S;
const TITLE_MAX_CHARACTERS = 200;

const flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Parameters of embed pages. Invalid values count as absent, so that the player still works. */
const embedQuerySchema = z.object({
  lang: z.enum(LANGUAGES).optional().catch(undefined),
  hl: z.enum(LANGUAGES).optional().catch(undefined),
  /** Starts muted; otherwise with sound, if the browser allows it. */
  muted: flag.default(false).catch(false),
  autoplay: flag.default(false).catch(false),
  /** The parent page shows the title and has buttons for picture-in-picture and full screen. */
  card: flag.default(false).catch(false),
  /** The parent page shows the title and the current programme. */
  named: flag.default(false).catch(false),
  start: z.coerce.number().int().min(0).max(START_MAX_SECONDS).default(0).catch(0),
  title: z.string().max(TITLE_MAX_CHARACTERS).default("").catch(""),
  /** "fallback": the fallback source of a channel. */
  source: z.enum(["primary", "fallback"]).default("primary").catch("primary"),
  /** The visitor tapped to open the player, so the data saver does not delay it. */
  tap: flag.default(false).catch(false),
  /** Data saver setting of the parent page, if known. */
  saver: z
    .enum(["0", "1"])
    .transform((value) => value === "1")
    .nullable()
    .default(null)
    .catch(null),
  /** The visitor gave consent to this provider on the parent page. */
  consent: flag.default(false).catch(false),
  /** Host of that provider; the channel may have another one by now. */
  provider: z.string().max(253).nullable().default(null).catch(null),
  /** The parent page reloads the player when the channel's source changes. */
  followed: flag.default(false).catch(false),
  /** Token of a preview of unpublished documents. */
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

/** Returns true if the visitor gave consent to the provider of this host. */
export function hasConsent({ consent, provider }: EmbedQuery, host: string): boolean {
  return consent && (provider === null || provider === host);
}

/** @param defaultLanguage used if the URL names no language. */
export function readEmbedQuery(
  query: Readonly<Record<string, string>>,
  defaultLanguage: Language,
): EmbedQuery {
  const { lang, hl, ...rest } = embedQuerySchema.parse(query);
  return { ...rest, language: lang ?? hl ?? defaultLanguage };
}

/** URL of a channel's page with the query of the request, for one of its sources. */
export function channelPageUrl(
  id: ChannelId,
  query: EmbedQuery,
  source: EmbedQuery["source"],
): string {
  const parameters = new URLSearchParams({
    lang: query.language,
    muted: query.muted ? "1" : "0",
    autoplay: query.autoplay ? "1" : "0",
  });
  if (query.tap) parameters.set("tap", "1");
  if (query.saver !== null) parameters.set("saver", query.saver ? "1" : "0");
  if (query.consent) parameters.set("consent", "1");
  if (query.provider !== null) parameters.set("provider", query.provider);
  if (query.followed) parameters.set("followed", "1");
  if (query.preview !== null) parameters.set("preview", query.preview);
  if (source === "fallback") parameters.set("source", source);
  return `/embed/channel/${id}?${parameters}`;
}
