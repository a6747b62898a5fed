import type { Messages } from "#shared/messages/catalogue.ts";
import type { Ministry } from "#shared/site/ministry.ts";

type ShellTextKey = keyof Messages["shell"];

/** Routes of the navigation menu, in order (S2.25). */
export const MENU_ROUTES = [
  { path: "/", textKey: "home" },
  { path: "/live-tv", textKey: "liveTv" },
  { path: "/video-on-demand", textKey: "videos" },
  { path: "/devotional", textKey: "devotional" },
  { path: "/bible", textKey: "bible" },
  { path: "/watch-history", textKey: "history" },
] as const satisfies readonly { path: string; textKey: ShellTextKey }[];

/** Menu links to the ministry's own website or its payment provider, where it has them. */
const MENU_EXTERNAL_LINKS = [
  { link: "prayerRequests", textKey: "prayerRequests" },
  { link: "aboutUs", textKey: "aboutUs" },
  { link: "contactUs", textKey: "contactUs" },
  { link: "donate", textKey: "donate" },
] as const satisfies readonly { link: keyof Ministry["links"]; textKey: ShellTextKey }[];

/** Returns the external menu links of a ministry with their URLs. */
export function menuExternalLinks(links: Ministry["links"]): readonly {
  link: (typeof MENU_EXTERNAL_LINKS)[number]["link"];
  textKey: (typeof MENU_EXTERNAL_LINKS)[number]["textKey"];
  href: string;
}[] {
  return MENU_EXTERNAL_LINKS.flatMap(({ link, textKey }) => {
    const href = links[link];
    return href === undefined ? [] : [{ link, textKey, href }];
  });
}
