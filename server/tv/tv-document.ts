import { html, raw } from "hono/html";
import { scriptJson } from "@reign-tv/kit/script-json.domain.ts";
import { type HtmlString, htmlPage } from "@reign-tv/kit/html-page.ts";
import type { BuiltEntry } from "#server/pages/web-assets.ts";
import { type Language, LANGUAGE_FACTS, LANGUAGES, localisedPath } from "#shared/languages.ts";
import { type ImageWidth, pictureAddress } from "#shared/videos/images.ts";
import { tvMessages } from "#shared/messages/devices/tv.ts";
import { TV_PAIRING_ID, TV_TEXTS_ID } from "#shared/site/tv-page.ts";
import type { TvProgramme } from "./tv-programme.ts";

export type TvCard = {
  title: string;
  /** Image URL without width, `/img/clip/{id}`. */
  picture: string;
  /** Formatted length, or "". */
  duration: string;
  programme: TvProgramme;
  /** Of a channel: its id, and the fingerprint of its source in `/api/live`. */
  channelId: string | null;
  /** Of a video. */
  videoId: string | null;
  sourceFingerprint: string;
};

type TvRow = { id: string; title: string; cards: readonly TvCard[] };

type TvDocument = {
  language: Language;
  ministryName: string;
  tagline: string;
  channels: readonly TvCard[];
  rows: readonly TvRow[];
  entry: BuiltEntry;
  /** False in development, where the script is a module from its source. */
  isClassic: boolean;
  hasPlatformVideos: boolean;
  /** Address to type on a phone. */
  pairAddress: string;
};

const CHANNEL_IMAGE_WIDTH = 960;
const CARD_IMAGE_WIDTH = 480;
/** Rows and cards whose images are on the first screen or one key away. */
const EAGER_ROWS = 2;
const EAGER_CARDS = 6;

/** The television page: rows of links that work without a script. No inline script or style, like all our pages. */
export function tvDocument(page: TvDocument): HtmlString {
  const { language, ministryName, entry } = page;
  const texts = tvMessages[language];
  return htmlPage({
    language,
    direction: LANGUAGE_FACTS[language].direction,
    title: texts.title(ministryName),
    head: html`
      <meta name="description" content="${texts.description}" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ${entry.css.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
      ${
        page.isClassic
          ? html`<script defer src="${entry.js}"></script>`
          : html`<script type="module" src="${entry.js}"></script>`
      }
    `,
    body: html`
      <header class="head">
        <h1 class="brand"><img src="/favicon.svg" alt="" />${ministryName}</h1>
        <nav aria-label="${texts.menu}">
          <ul class="menu" data-row>
            ${LANGUAGES.filter((other) => other !== language).map(languageLink)}
            <li><a href="${localisedPath("/", language)}">${texts.wholeSite}</a></li>
          </ul>
        </nav>
      </header>
      <div class="pairing is-off" id="${TV_PAIRING_ID}" role="status">
        <p>${texts.pairing.how(page.pairAddress)}</p>
        <p class="pairing-code">000 000</p>
      </div>
      <main>
        <section aria-labelledby="row-channels">
          <h2 class="row-title channels-title" id="row-channels">${texts.channels}</h2>
          <ul class="cards" data-row>
            ${page.channels.map(
              (card) =>
                html`<li class="channel">
                  ${cardLink(card, {
                    width: CHANNEL_IMAGE_WIDTH,
                    isEager: true,
                    liveText: card.programme.kind === "off" ? texts.offAirBadge : texts.live,
                  })}
                </li>`,
            )}
          </ul>
        </section>
        ${page.rows.map((row, index) => rowSection(row, index))}
      </main>
      <footer class="foot">
        <p>${texts.help}</p>
        ${page.hasPlatformVideos ? html`<p>${texts.platformNotice}</p>` : ""}
        <p>${page.tagline}</p>
      </footer>
      <script type="application/json" id="${TV_TEXTS_ID}">
        ${raw(scriptJson(texts.player))}
      </script>
    `,
  });
}

function languageLink(language: Language): HtmlString {
  return html`<li>
    <a href="${localisedPath("/tv", language)}" lang="${language}" hreflang="${language}"
      >${LANGUAGE_FACTS[language].name}</a
    >
  </li>`;
}

function rowSection({ id, title, cards }: TvRow, index: number): HtmlString {
  return html`<section aria-labelledby="row-${id}">
    <h2 class="row-title" id="row-${id}">${title}</h2>
    <ul class="cards" data-row>
      ${cards.map((card, place) => {
        const isEager = index < EAGER_ROWS && place < EAGER_CARDS;
        return html`<li>
          ${cardLink(card, { width: CARD_IMAGE_WIDTH, isEager, liveText: null })}
        </li>`;
      })}
    </ul>
  </section>`;
}

type CardOptions = {
  width: ImageWidth;
  isEager: boolean;
  /** The badge of a channel; null for a video. */
  liveText: string | null;
};

function cardLink(card: TvCard, { width, isEager, liveText }: CardOptions): HtmlString {
  const { title, programme } = card;
  // All supported engines support WebP.
  const picture = pictureAddress(card.picture, width, "webp");
  const badge =
    liveText === null
      ? card.duration && html`<span class="badge">${card.duration}</span>`
      : html`<span class="badge badge-live">${liveText}</span>`;
  return html`<a
    class="card"
    href="${programme.href}"
    data-play="${programme.kind}"
    data-source="${programme.source}"
    data-captions="${programme.captions}"
    data-sandbox="${programme.sandbox}"
    data-words="${programme.notice}"
    data-title="${title}"
    data-video="${card.videoId ?? ""}"
    data-poster="${picture}"
    ${card.channelId === null ? "" : html`data-channel="${card.channelId}" data-name="${card.sourceFingerprint}"`}
    ><span class="picture"
      ><img ${raw(isEager ? "src" : "data-src")}="${picture}" alt="" />${badge}</span
    ><span class="name">${title}</span></a
  >`;
}
