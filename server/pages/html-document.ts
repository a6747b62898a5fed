import { scriptJson } from "#server/kit/script-json.domain.ts";
import { ANNOUNCEMENTS_ID, CHOOSE_SCRIPT } from "#shared/announcements/choose-script.ts";
import { noScriptMessages } from "#shared/messages/devices/no-script.ts";
import { type Language, localisedPath, pageLanguage, LANGUAGES } from "#shared/languages.ts";
import type { RenderedPage } from "#shared/contracts/rendered-page.ts";
import type { PageRenderer } from "./page-renderer.ts";
import type { WebAssets } from "./web-assets.ts";
import { OFFLINE_SHELL_PATH } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { siteStateIn } from "#shared/site/site-state.ts";

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

type DocumentTools = {
  renderer: Pick<PageRenderer, "bootScript" | "stateId">;
  assets: Pick<WebAssets, "entry" | "styleSheet">;
};

/** A rendered page as the HTML that is sent: with its styles, its scripts and its state. */
export function pageDocument(
  page: RenderedPage,
  language: Language,
  { renderer, assets }: DocumentTools,
): string {
  const entry = assets.entry(`web/app/entry-${language}.ts`);
  // The id of a lazy route is its source file, and what tells routes of one file apart.
  const [routeFile] = page.state.routeId?.split("#") ?? [];
  const lazyRoute = routeFile === undefined ? null : assets.entry(routeFile);
  const routeFiles = lazyRoute ? [lazyRoute.js, ...lazyRoute.imports] : [];
  // Pictures first: where one is to be seen, the app's code follows its entry a round trip later.
  const appFiles = page.headHtml.includes('as="image"') ? [] : entry.imports;
  return renderDocument({
    language,
    headHtml: page.headHtml,
    bodyHtml: page.bodyHtml,
    announcementsHtml: page.announcementsHtml,
    bootScript: renderer.bootScript,
    styleSheet: assets.styleSheet,
    entryScript: entry.js,
    preloads: [...appFiles, ...routeFiles.filter((file) => !entry.imports.includes(file))],
    stateId: renderer.stateId,
    state: page.state,
    structuredData: page.structuredData,
  });
}

/** The page for addresses that a device has not kept, in one language. */
export type OfflineShell = { path: string; language: Language; html: string };

/**
 * The shells that the service worker keeps; the same for every address and visitor. They name no revision:
 * what opens one without a connection reads the site anew with the first answer.
 */
export function offlineShells(
  site: SiteFacts,
  tools: { renderer: PageRenderer; assets: WebAssets },
): OfflineShell[] {
  const lasting = { ...site, revision: "" };
  return LANGUAGES.map((language) => ({
    path: localisedPath(OFFLINE_SHELL_PATH, language),
    language,
    html: pageDocument(tools.renderer.renderShell(siteStateIn(lasting, language)), language, tools),
  }));
}
