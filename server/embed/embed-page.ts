import { html, raw } from "hono/html";
import { scriptJson } from "#server/kit/script-json.domain.ts";
import { type HtmlString, htmlPage } from "#server/kit/html-page.ts";
import { EMBED_CONFIG_ID } from "#shared/embed/embed-config.ts";
import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** URLs of a built script and of its dependencies. */
export type EmbedEntry = {
  js: string;
  css: readonly string[];
  /** Scripts that `js` imports, preloaded in parallel. */
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
