import * as v from "valibot";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import { DAY_S } from "@reign-tv/kit/durations.ts";

const START_MAX_SECONDS = DAY_S;
const TITLE_MAX_CHARACTERS = 200;

const flag = v.pipe(
  v.picklist(["0", "1"]),
  v.transform((value) => value === "1"),
);

/** Parameters of embed pages. Invalid values count as absent, so that the player still works. */
const embedQuerySchema = v.object({
  lang: v.fallback(v.optional(v.picklist(LANGUAGES)), undefined),
  hl: v.fallback(v.optional(v.picklist(LANGUAGES)), undefined),
  /** Starts muted; otherwise with sound, if the browser allows it. */
  muted: v.fallback(flag, false),
  autoplay: v.fallback(flag, false),
  /** The parent page shows the title and has buttons for picture-in-picture and full screen. */
  card: v.fallback(flag, false),
  /** The parent page shows the title and the current programme. */
  named: v.fallback(flag, false),
  start: v.fallback(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(START_MAX_SECONDS)),
    0,
  ),
  title: v.fallback(v.pipe(v.string(), v.maxLength(TITLE_MAX_CHARACTERS)), ""),
  /** "fallback": the fallback source of a channel. */
  source: v.fallback(v.picklist(["primary", "fallback"]), "primary"),
  /** The visitor tapped to open the player, so the data saver does not delay it. */
  tap: v.fallback(flag, false),
  /** Data saver setting of the parent page, if known. */
  saver: v.fallback(v.nullable(flag), null),
  /** The visitor gave consent to this provider on the parent page. */
  consent: v.fallback(flag, false),
  /** Host of that provider; the channel may have another one by now. */
  provider: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(253))), null),
  /** The parent page reloads the player when the channel's source changes. */
  followed: v.fallback(flag, false),
  /** Token of a preview of unpublished documents. */
  preview: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/))), null),
});

export type EmbedQuery = Omit<v.InferOutput<typeof embedQuerySchema>, "lang" | "hl"> & {
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
  const { lang, hl, ...rest } = v.parse(embedQuerySchema, query);
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
