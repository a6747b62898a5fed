import { EMBED_CONFIG_ID } from "#shared/embed/embed-config.ts";

/**
 * The settings that our server has written into this very page, as JSON. Server and script are of
 * one build, so the caller may trust their shape.
 *
 * @throws Error when the page holds none.
 */
export function embedConfigText(): string {
  const text = document.getElementById(EMBED_CONFIG_ID)?.textContent;
  if (!text) throw new Error(`No #${EMBED_CONFIG_ID} in this page`);
  return text;
}
