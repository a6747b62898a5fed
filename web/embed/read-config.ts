import { EMBED_CONFIG_ID } from "#shared/embed/embed-config.ts";

/**
 * Returns the JSON settings that the server has written into this page. Server and script are of
 * one build, so the caller may trust their shape. @throws Error when the page has none.
 */
export function embedConfigText(): string {
  const text = document.getElementById(EMBED_CONFIG_ID)?.textContent;
  if (!text) throw new Error(`No #${EMBED_CONFIG_ID} in this page`);
  return text;
}
