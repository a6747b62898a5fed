import { LANGUAGES, type Language, localisedPath } from "#shared/languages.ts";
import { OFFLINE_SHELL_PATH } from "#shared/site/offline-shell.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { pageDocument } from "./page-document.ts";
import type { PageRenderer } from "./page-renderer.ts";
import type { WebAssets } from "./web-assets.ts";

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
