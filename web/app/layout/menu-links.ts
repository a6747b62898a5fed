import type { Messages } from "#shared/messages/catalogue.ts";
import type { Ministry } from "#shared/site/ministry.ts";

type ShellTextKey = keyof Messages["shell"];

/** Ids of the header's menus: of small screens, and of the ministry's own links. */
export const MENU_ID = "mobile-menu";
export const MORE_ID = "more-menu";

/** Routes of the navigation menu, in order (S2.25). */
export const MENU_ROUTES = [
  { path: "/", textKey: "home" },
  { path: "/live-tv", textKey: "liveTv" },
  { path: "/video-on-demand", textKey: "videos" },
  { path: "/devotional", textKey: "devotional" },
  { path: "/bible", textKey: "bible" },
  { path: "/watch-history", textKey: "history" },
] as const satisfies readonly { path: string; textKey: ShellTextKey }[];

/** Links to the ministry's own website, in order; each has the text of its name. */
const MINISTRY_LINKS = ["prayerRequests", "aboutUs", "contactUs"] as const;

/** Returns these links with their URLs, where the ministry has them. */
export function ministryLinks(
  links: Ministry["links"],
): { link: (typeof MINISTRY_LINKS)[number]; href: string }[] {
  return MINISTRY_LINKS.flatMap((link) => {
    const href = links[link];
    return href === undefined ? [] : [{ link, href }];
  });
}
