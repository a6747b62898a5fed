import { html } from "hono/html";
import type { Language } from "#shared/languages.ts";
import { EMBED_TEXTS } from "#shared/messages/embed.ts";
import type { EmbedDeps, EmbedReply } from "./embed-deps.ts";
import { embedDocument } from "./embed-page.ts";
import { playerPolicy } from "./embed-policy.ts";

/** The page of an address that no player answers to. */
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
