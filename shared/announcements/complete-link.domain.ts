import { APP_LINK_PATHS, APP_LINK_PREFIXES } from "#shared/site/app-links.ts";

const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

/** Adds what people leave out of a link: "https://" before a host, "/" before a page of the site. */
export function completeLink(text: string): string {
  const link = text.trim();
  if (HOST.test(link)) return `https://${link}`;
  const path = `/${link}`;
  const isPage =
    APP_LINK_PATHS.includes(path) || APP_LINK_PREFIXES.some((prefix) => path.startsWith(prefix));
  return isPage ? path : link;
}
