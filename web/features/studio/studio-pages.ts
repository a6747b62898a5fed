import {
  Activity,
  BookOpenText,
  CalendarClock,
  ChartColumn,
  CircleQuestionMark,
  Clapperboard,
  Film,
  HandHelping,
  HeartHandshake,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  Megaphone,
  RadioTower,
  ScrollText,
  Users,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { KitMessages } from "#shared/messages/studio/kit.ts";
import type { Permission } from "#shared/studio/permissions.ts";

/** Page of the studio, possibly with pages below it. */
export type StudioSection = {
  /** Path below /studio; "" for the first page. */
  path: string;
  /** Required permission; null for all staff. */
  permission: Permission | null;
  label: keyof KitMessages["nav"];
  Icon: LucideIcon;
  Page: ComponentType;
};

/**
 * All pages in the order of the menu, loaded when they are opened. The server, which renders no page
 * behind the gate, is built without them.
 */
export const STUDIO_SECTIONS: readonly StudioSection[] = import.meta.env.SSR
  ? []
  : [
      section(
        "",
        null,
        "today",
        LayoutDashboard,
        async () => (await import("./dashboard/today-page.tsx")).TodayPage,
      ),
      section(
        "channels",
        "channels",
        "channels",
        RadioTower,
        async () => (await import("./channels/channels-page.tsx")).ChannelsPage,
      ),
      section(
        "schedule",
        "schedule",
        "schedule",
        CalendarClock,
        async () => (await import("./schedule/schedule-page.tsx")).SchedulePage,
      ),
      section(
        "announcements",
        "announce",
        "announcements",
        Megaphone,
        async () => (await import("./announcements/announcements-page.tsx")).AnnouncementsPage,
      ),
      section(
        "devotionals",
        "devotionals",
        "devotionals",
        BookOpenText,
        async () => (await import("./devotionals/devotionals-page.tsx")).DevotionalsPage,
      ),
      section(
        "videos",
        "videos",
        "videos",
        Clapperboard,
        async () => (await import("./videos/videos-page.tsx")).VideosPage,
      ),
      section(
        "own-videos",
        "videos",
        "ownVideos",
        Film,
        async () => (await import("./own-videos/own-videos-page.tsx")).OwnVideosPage,
      ),
      section(
        "staff",
        "people",
        "staff",
        HandHelping,
        async () => (await import("./people/staff-page.tsx")).StaffPage,
      ),
      section(
        "people",
        "people",
        "people",
        Users,
        async () => (await import("./people/people-page.tsx")).PeoplePage,
      ),
      section(
        "ministry",
        "settings",
        "ministry",
        HeartHandshake,
        async () => (await import("./ministry-page.tsx")).MinistryPage,
      ),
      section(
        "bible-texts",
        "settings",
        "bibleTexts",
        LibraryBig,
        async () => (await import("./bible-texts/bible-texts-page.tsx")).BibleTextsPage,
      ),
      section(
        "health",
        "settings",
        "health",
        Activity,
        async () => (await import("./health/health-page.tsx")).HealthPage,
      ),
      section(
        "numbers",
        "numbers",
        "numbers",
        ChartColumn,
        async () => (await import("./analytics/analytics-page.tsx")).AnalyticsPage,
      ),
      section(
        "log",
        null,
        "log",
        ScrollText,
        async () => (await import("./audit-log/log-page.tsx")).LogPage,
      ),
      section(
        "guide",
        null,
        "guide",
        CircleQuestionMark,
        async () => (await import("./guide/guide-page.tsx")).GuidePage,
      ),
    ];

/** Pages with a tab on phones; the others are listed under "More". */
export const TAB_PATHS: readonly string[] = ["", "channels", "schedule", "devotionals"];

/** List of all pages, for phones. */
export const MORE_PATH = "/studio/more";

/** Returns the URL path of a page without the language prefix. */
export function sectionPath({ path }: Pick<StudioSection, "path">): string {
  return path === "" ? "/studio" : `/studio/${path}`;
}

/** Returns true when a path belongs to a page or lies below it. */
export function isOpen(section: Pick<StudioSection, "path">, pathname: string): boolean {
  const address = sectionPath(section);
  return pathname === address || (section.path !== "" && pathname.startsWith(`${address}/`));
}

function section(
  path: string,
  permission: Permission | null,
  label: StudioSection["label"],
  Icon: LucideIcon,
  load: () => Promise<ComponentType>,
): StudioSection {
  return { path, permission, label, Icon, Page: lazy(async () => ({ default: await load() })) };
}
