import { html, raw } from "hono/html";
import { scriptJson } from "#server/kit/script-json.domain.ts";
import { type HtmlString, htmlPage } from "#server/kit/html-page.ts";
import { EMBED_CONFIG_ID } from "#shared/embed/embed-config.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** Addresses of a built script with everything it needs at once. */
export type EmbedEntry = {
  js: string;
  css: readonly string[];
  /** Scripts that `js` imports: loaded beside it instead of after it. */
  imports?: readonly string[];
};

/** Finds a built entry by its source file, for example "web/embed/player.ts". */
export type EmbedAssets = (sourceFile: string) => EmbedEntry;

type EmbedDocument = {
  language: Language;
  title: string;
  entry: Omit<EmbedEntry, "js"> & { js: string | null };
  body: HtmlString;
  /** Settings for the page's script. */
  config: object;
};

/**
 * A whole embed page: no inline script and no inline style, so that its policy needs neither. The
 * settings are data, which no browser runs.
 */
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
