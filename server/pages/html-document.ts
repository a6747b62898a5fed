import { scriptJson } from "@reign-tv/kit/script-json.domain.ts";
import { ANNOUNCEMENTS_ID, CHOOSE_SCRIPT } from "#shared/announcements/choose-script.ts";
import { noScriptMessages } from "#shared/messages/devices/no-script.ts";
import { type Language, localisedPath, pageLanguage, LANGUAGES } from "#shared/languages.ts";
import type { RenderedPage } from "#shared/contracts/rendered-page.ts";
import type { PageRenderer } from "./web-app.ts";
import type { WebAssets } from "./web-assets.ts";
import { OFFLINE_SHELL_PATH } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { siteStateIn } from "#shared/site/site-state.ts";

/** Parts of one HTML document. All but `state` and `structuredData` is trusted markup. */
type DocumentParts = {
  language: Language;
  headHtml: string;
  bodyHtml: string;
  announcementsHtml: string;
  bootScript: string;
  styleSheet: string;
  /** Links and styles of the page's own sheets. */
  pageStyles: string;
  /** URLs of the scripts and of what they import. */
  scripts: readonly string[];
  imports: readonly string[];
  /** True for a page whose first screen has an image, which is requested before the code. */
  hasImage: boolean;
  stateId: string;
  state: unknown;
  structuredData: readonly object[];
};

const CODE_ID = "page-code";
/** The image is requested this much before the code, so that a slow line brings it first. */
const IMAGE_LEAD_MS = 100;

/** Runs at the end of a page whose first screen has an image: adds the page's code a little later than the image. */
export const CODE_AFTER_IMAGE =
  `{let i=document.querySelector("img[fetchpriority=high]"),` +
  `add=()=>document.head.append(document.getElementById("${CODE_ID}").content);` +
  `if(i&&!i.complete){i.onload=add;setTimeout(add,${IMAGE_LEAD_MS})}else add()}`;

/** Renders a page. The order is measured: the first paint's content is first and inline, scripts are last. */
function renderDocument(document: DocumentParts): string {
  const preloads = document.imports
    .map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`)
    .join("");
  const scripts = document.scripts
    .map((src) => `<script type="module" async fetchpriority="low" src="${src}"></script>`)
    .join("");
  const code = scripts + preloads;
  const structured = document.structuredData
    .map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`)
    .join("");
  return (
    `<!doctype html><html ${pageLanguage(document.language)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">` +
    document.headHtml +
    `<script>${document.bootScript}</script><style>${document.styleSheet}</style>${document.pageStyles}` +
    `<meta name="theme-color" content="#4a1f8f">` +
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
    `<link rel="manifest" href="${localisedPath("/manifest.webmanifest", document.language)}">` +
    `${document.hasImage ? "" : code}${structured}</head><body>` +
    `<noscript><p class="page py-2 text-sm">${noScriptMessages[document.language].works}</p></noscript>` +
    announcementsElement(document.announcementsHtml) +
    `<div id="root">${document.bodyHtml}</div>` +
    `<script type="application/json" id="${document.stateId}">${scriptJson(document.state)}</script>` +
    (document.hasImage
      ? `<template id="${CODE_ID}">${code}</template><script>${CODE_AFTER_IMAGE}</script>`
      : "") +
    `</body></html>`
  );
}

function announcementsElement(html: string): string {
  if (html === "") return "";
  return `<div id="${ANNOUNCEMENTS_ID}">${html}</div><script>${CHOOSE_SCRIPT}</script>`;
}

type DocumentDeps = {
  renderer: Pick<PageRenderer, "bootScript" | "stateId">;
  assets: Pick<WebAssets, "entry" | "styleSheet" | "pageStyles">;
};

/** An open video is part of the page that shows it, and has a sheet of its own. */
const VIDEO_SOURCE = "web/features/videos/video-modal.tsx";
const VIDEO_CLASS = "video-page";

/** Renders a page with its styles, scripts and state. */
export function pageDocument(
  page: RenderedPage,
  language: Language,
  { renderer, assets }: DocumentDeps,
): string {
  const entry = assets.entry(`web/app/entry-${language}.ts`);
  // A lazy route's id is its source file, with a suffix for routes of one file.
  const [routeFile] = page.state.routeId?.split("#") ?? [];
  const lazyRoute = routeFile === undefined ? null : assets.entry(routeFile);
  const scripts = [entry.js, ...(lazyRoute ? [lazyRoute.js] : [])];
  const imports = new Set([...entry.imports, ...(lazyRoute?.imports ?? [])]);
  const video = page.bodyHtml.includes(VIDEO_CLASS) ? assets.entry(VIDEO_SOURCE) : null;
  const sheets = new Set([...(lazyRoute?.css ?? []), ...(video?.css ?? [])]);
  return renderDocument({
    language,
    headHtml: page.headHtml,
    bodyHtml: page.bodyHtml,
    announcementsHtml: page.announcementsHtml,
    bootScript: renderer.bootScript,
    styleSheet: assets.styleSheet,
    pageStyles: [...sheets].map((url) => pageSheet(url, assets)).join(""),
    scripts,
    imports: [...imports],
    hasImage: page.headHtml.includes('as="image"'),
    stateId: renderer.stateId,
    state: page.state,
    structuredData: page.structuredData,
  });
}

/** A sheet of one page. By its link, disabled if the page holds the text, Vite's loader knows that it is there. */
function pageSheet(url: string, { pageStyles }: Pick<WebAssets, "pageStyles">): string {
  const text = pageStyles.get(url);
  if (text === undefined) return `<link rel="stylesheet" href="${url}">`;
  return `<style>${text}</style><link rel="stylesheet" disabled href="${url}">`;
}

/** The page in one language for URLs that a device has not cached. */
export type OfflineShell = { path: string; language: Language; html: string };

/**
 * Shells that the service worker caches, the same for every URL and visitor. Without a revision, so that the client
 * fetches the current site data with its first response.
 */
export function offlineShells(
  site: SiteFacts,
  deps: { renderer: PageRenderer; assets: WebAssets },
): OfflineShell[] {
  const lasting = { ...site, revision: "" };
  return LANGUAGES.map((language) => ({
    path: localisedPath(OFFLINE_SHELL_PATH, language),
    language,
    html: pageDocument(deps.renderer.renderShell(siteStateIn(lasting, language)), language, deps),
  }));
}
