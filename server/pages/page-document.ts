import type { Language } from "#shared/languages.ts";
import { renderDocument } from "./document.ts";
import type { RenderedPage } from "#shared/contracts/rendered-page.ts";
import type { PageRenderer } from "./page-renderer.ts";
import type { WebAssets } from "./web-assets.ts";

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
