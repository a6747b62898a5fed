import { type Bundle, BUNDLES, type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";

/** What somebody may do, and until when. */
export type Rights = {
  permissions: readonly Permission[];
  /** The last day, "2026-12-31"; "" without an end. */
  until: string;
};

export const BUNDLE_NAMES: readonly Bundle[] = ["owner", "editor", "media", "host", "viewer"];

/** The bundle that is exactly this; null where the rights were chosen one by one. */
export function bundleOf(permissions: readonly Permission[]): Bundle | null {
  const isSame = (bundle: Bundle): boolean =>
    BUNDLES[bundle].length === permissions.length && holdsAll(permissions, BUNDLES[bundle]);
  return BUNDLE_NAMES.find(isSame) ?? null;
}

/** Whether somebody who holds some permissions holds all of others. */
export function holdsAll(held: readonly Permission[], wanted: readonly Permission[]): boolean {
  return wanted.every((permission) => held.includes(permission));
}

/** The permissions with one more or less, in the order in which all are shown. */
export function toggled(
  permissions: readonly Permission[],
  permission: Permission,
): readonly Permission[] {
  return PERMISSIONS.filter((known) => permissions.includes(known) !== (known === permission));
}

/** Which of the fields need another look. */
export type RightsFaults = { rights: boolean; until: boolean };

export const NO_FAULTS: RightsFaults = { rights: false, until: false };

/** What is wrong with rights that somebody would give. @param today "2026-11-23" */
export function faultsOfRights({ permissions, until }: Rights, today: string): RightsFaults {
  return { rights: permissions.length === 0, until: until !== "" && until < today };
}

/** The end of a day on this device's clock, as an instant; null without a day. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** Whether a helper's time is over. */
export function isOver(until: string, nowMs: number): boolean {
  return Date.parse(until) <= nowMs;
}

/** The day of an instant on this device's clock, as a date field has it; "" without one. */
export function dayOf(instant: string | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
