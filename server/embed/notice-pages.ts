import { html } from "hono/html";
import type { ChannelFollow, OffAirConfig } from "#shared/embed/embed-config.ts";
import { LANGUAGE_FACTS, type Language } from "#shared/languages.ts";
import { nextServiceTime } from "#shared/live/next-service-time.domain.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import { type EmbedDeps, type EmbedReply, embedDocument } from "./embed-page.ts";
import { parentOrigins, playerPolicy } from "./embed-policy.ts";
import type { EmbedQuery } from "./embed-query.ts";

const OFF_AIR_ENTRY = "web/embed/off-air.ts";

type OffAirSettings = { query: EmbedQuery; title: string; follow: ChannelFollow | null };

/** Off-air page with the next service, which its script converts to local time. */
export function offAirPage(
  { ministry, config, assets, now }: EmbedDeps,
  { query, title, follow }: OffAirSettings,
): EmbedReply {
  const { language } = query;
  const { locale } = LANGUAGE_FACTS[language];
  const texts = EMBED_TEXTS[language];
  const next = nextServiceTime(ministry().services, locale, now());
  const settings: OffAirConfig = { parentOrigins: parentOrigins(config), follow, locale };
  const [before = "", after = ""] = texts.offAirNext.split("{time}");
  return {
    policy: playerPolicy(config, []),
    document: embedDocument({
      language,
      title,
      entry: assets(OFF_AIR_ENTRY),
      config: settings,
      body: html`<div class="card" role="status" data-off-air>
        <h2>${texts.offAirTitle}</h2>
        <p>${texts.offAirText}</p>
        ${next && html`<p>${before}<time datetime="${next.start}">${next.text}</time>${after}</p>`}
      </div>`,
    }),
  };
}

export function notFoundPage({ config, assets }: EmbedDeps, language: Language): EmbedReply {
  const texts = EMBED_TEXTS[language];
  const { css } = assets("web/embed/player.ts");
  const document = embedDocument({
    language,
    title: texts.notFoundTitle,
    entry: { js: null, css },
    config: {},
    body: html`<div class="card" role="alert">
      <h2>${texts.notFoundTitle}</h2>
      <p>${texts.notFoundText}</p>
    </div>`,
  });
  return { document, policy: playerPolicy(config, []) };
}
