import { html } from "hono/html";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import type { Html } from "#server/kit/small-document.ts";

/** Card for an address that no player answers to. */
export function notFoundCard(texts: EmbedTexts): Html {
  return html`<div class="card" role="alert">
    <h2>${texts.notFoundTitle}</h2>
    <p>${texts.notFoundText}</p>
  </div>`;
}
