import { LANGUAGES } from "#shared/languages.ts";
import type { Site } from "#web/lib/site.ts";
import { writeStored } from "#web/lib/storage/storage.ts";
import { isFile } from "./deep-link.domain.ts";
import { CHOSEN_LANGUAGE } from "./native-storage.ts";

/**
 * What a tap on a link means beyond the web's own: the language switch is remembered for the next
 * start, and the server's files open in the system's browser. Both web views send addresses of other
 * sites there by themselves.
 */
export function followLinks({ siteUrl }: Pick<Site, "siteUrl">): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== window.location.origin) return;
    const language = LANGUAGES.find((known) => known === link.hreflang);
    if (language) writeStored(CHOSEN_LANGUAGE, language);
    if (!isFile(link.pathname)) return;
    event.preventDefault();
    window.location.assign(`${siteUrl}${link.pathname}${link.search}`);
  });
}
