import { HeartHandshake, LayoutDashboard, Megaphone, type LucideIcon } from "lucide-react";
import { type ComponentType, lazy } from "react";
import type { KitMessages } from "#shared/messages/studio/kit.ts";
import type { Permission } from "#shared/studio/permissions.ts";

/** A page of the studio, or several below one address. */
export type StudioPart = {
  /** Below /studio; "" is its first page. */
  path: string;
  /** What one must be permitted to see it; null: whoever helps here at all. */
  permission: Permission | null;
  label: keyof KitMessages["nav"];
  Icon: LucideIcon;
  Page: ComponentType;
};

/** Every part in the order of the menu; its code comes when it is opened. */
export const PARTS: readonly StudioPart[] = [
  part(
    "",
    null,
    "today",
    LayoutDashboard,
    async () => (await import("./today/today-page.tsx")).TodayPage,
  ),
  part(
    "announcements",
    "announce",
    "announcements",
    Megaphone,
    async () => (await import("./announcements/announcements-page.tsx")).AnnouncementsPage,
  ),
  part(
    "ministry",
    "settings",
    "ministry",
    HeartHandshake,
    async () => (await import("./ministry/ministry-page.tsx")).MinistryPage,
  ),
];

/** Parts that have a tab on phones; the others stand under "More". */
export const TAB_PATHS: readonly string[] = ["", "channels", "schedule", "devotionals"];

/** The page that lists every part, for phones. */
export const MORE_ADDRESS = "/studio/more";

/** Address of a part, without the language's prefix. */
export function partAddress({ path }: Pick<StudioPart, "path">): string {
  return path === "" ? "/studio" : `/studio/${path}`;
}

function part(
  path: string,
  permission: Permission | null,
  label: StudioPart["label"],
  Icon: LucideIcon,
  load: () => Promise<ComponentType>,
): StudioPart {
  return { path, permission, label, Icon, Page: lazy(async () => ({ default: await load() })) };
}
