import { scriptJson } from "#server/kit/script-json.domain.ts";
import { ANNOUNCEMENTS_ID, CHOOSE_SCRIPT } from "#shared/announcements/choose-script.ts";
import { noScriptMessages } from "#shared/messages/devices/no-script.ts";
import { type Language, localisedPath, pageLanguage } from "#shared/languages.ts";

/** The parts of one HTML document. Everything but `state` and `structuredData` is trusted markup. */
export type DocumentParts = {
  language: Language;
  headHtml: string;
  bodyHtml: string;
  announcementsHtml: string;
  bootScript: string;
  styleSheet: string;
  /** Addresses of the entry script and of what it will import. */
  entryScript: string;
  preloads: readonly string[];
  stateId: string;
  state: unknown;
  structuredData: readonly object[];
};

/**
 * Puts a page together. The order is measured: what the first paint
 * needs stands first and inline, scripts come last in line.
 */
export function renderDocument(parts: DocumentParts): string {
  const preloads = parts.preloads
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join("");
  const structured = parts.structuredData
    .map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`)
    .join("");
  return (
    `<!doctype html><html ${pageLanguage(parts.language)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    parts.headHtml +
    `<script>${parts.bootScript}</script><style>${parts.styleSheet}</style>` +
    `<meta name="theme-color" content="#4a1f8f">` +
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
    `<link rel="manifest" href="${localisedPath("/manifest.webmanifest", parts.language)}">` +
    `<script type="module" async fetchpriority="low" src="${parts.entryScript}"></script>` +
    `${preloads}${structured}</head><body>` +
    `<noscript><p class="page py-2 text-sm">${noScriptMessages[parts.language].works}</p></noscript>` +
    announcementsPart(parts.announcementsHtml) +
    `<div id="root">${parts.bodyHtml}</div>` +
    `<script type="application/json" id="${parts.stateId}">${scriptJson(parts.state)}</script>` +
    `</body></html>`
  );
}

/** Nothing where nothing is announced. */
function announcementsPart(html: string): string {
  if (html === "") return "";
  return `<div id="${ANNOUNCEMENTS_ID}">${html}</div><script>${CHOOSE_SCRIPT}</script>`;
}
