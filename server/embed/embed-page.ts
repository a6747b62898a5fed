import type { MiddlewareHandler } from "hono";
import { html, raw } from "hono/html";
import { scriptJson } from "@reign-tv/kit/script-json.domain.ts";
import { type HtmlString, htmlPage } from "@reign-tv/kit/html-page.ts";
import { EMBED_CONFIG_ID } from "#shared/embed/embed-config.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import type { Config } from "#server/settings/config.ts";
import type { ContentPolicy } from "#server/http/security-headers.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { PublishedVideos } from "#server/own-videos/own-video-list.ts";
import type { ActiveSource } from "#server/live/active-source.ts";
import type { Channels } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";

/** URLs of a built script and of its dependencies. */
export type EmbedEntry = {
  js: string;
  css: readonly string[];
  /** Scripts that `js` imports, preloaded in parallel. */
  imports?: readonly string[];
};

/** Finds a built entry by its source file, for example "web/embed/player.ts". */
type EmbedAssets = (sourceFile: string) => EmbedEntry;

type EmbedDocument = {
  language: Language;
  title: string;
  entry: Omit<EmbedEntry, "js"> & { js: string | null };
  body: HtmlString;
  /** Settings for the page's script. */
  config: object;
};

/** An embed page. It has no inline script or style, so that its policy allows none; settings are JSON data. */
export function embedDocument({ language, title, entry, body, config }: EmbedDocument): HtmlString {
  return htmlPage({
    language,
    direction: LANGUAGE_FACTS[language].direction,
    title,
    isEdgeToEdge: true,
    head: html`
      ${entry.css.map((href) => html`<link rel="stylesheet" href="${href}" /> `)}
      ${(entry.imports ?? []).map((href) => html`<link rel="modulepreload" href="${href}" /> `)}
      ${entry.js === null ? "" : html`<script type="module" src="${entry.js}"></script>`}
    `,
    body: html`
      ${body}
      <script type="application/json" id="${EMBED_CONFIG_ID}">
        ${raw(scriptJson(config))}
      </script>
    `,
  });
}

export type EmbedDeps = {
  ministry: () => Ministry;
  config: Pick<Config, "siteUrl" | "EMBED_ORIGIN" | "EMBED_PARENTS" | "YOUTUBE_EMBED_BASE">;
  library: MediaLibrary;
  /** Published own videos; absent without a database of our own. */
  ownVideos?: Pick<PublishedVideos, "find">;
  /** Poster URL of each channel, without width. */
  channelPosters: () => Channels<string>;
  /** Active source of each channel. */
  activeSource: ActiveSource;
  /** The ministry with a preview applied; null when the preview has expired. */
  /** Limits requests with a preview. */
  limitPreviews: MiddlewareHandler;
  previewedMinistry: (token: string) => Promise<Ministry | null>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  assets: EmbedAssets;
};

/** An embed page with its policy. */
export type EmbedReply = {
  document: HtmlString;
  policy: ContentPolicy;
  /** Origins besides ours that may autoplay and go full screen; "*" for a frame without origin. */
  playerOrigins?: readonly string[] | "*";
};
