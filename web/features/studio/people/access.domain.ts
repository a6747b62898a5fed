import { type Bundle, BUNDLES, type Permission, PERMISSIONS } from "#shared/studio/permissions.ts";

/** Permissions of a staff member, with their end. */
export type StaffAccess = {
  permissions: readonly Permission[];
  /** Last day, "2026-12-31"; "" without an end. */
  until: string;
};

export const BUNDLE_NAMES: readonly Bundle[] = ["owner", "editor", "media", "viewer"];

/** Returns the bundle with exactly these permissions; null without one. */
export function bundleOf(permissions: readonly Permission[]): Bundle | null {
  const isSame = (bundle: Bundle): boolean =>
    BUNDLES[bundle].length === permissions.length && holdsAll(permissions, BUNDLES[bundle]);
  return BUNDLE_NAMES.find(isSame) ?? null;
}

/** Returns true when `held` contains all of `wanted`. */
export function holdsAll(held: readonly Permission[], wanted: readonly Permission[]): boolean {
  return wanted.every((permission) => held.includes(permission));
}

/** Adds or removes a permission and keeps the common order. */
export function togglePermission(
  permissions: readonly Permission[],
  permission: Permission,
): readonly Permission[] {
  return PERMISSIONS.filter((known) => permissions.includes(known) !== (known === permission));
}

/** True for each invalid field. */
export type AccessErrors = { access: boolean; until: boolean };

export const NO_ERRORS: AccessErrors = { access: false, until: false };

/** Validates rights. @param today "2026-11-23" */
export function validateAccess({ permissions, until }: StaffAccess, today: string): AccessErrors {
  return { access: permissions.length === 0, until: until !== "" && until < today };
}

/** Returns the end of a day on this device's clock; null without a day. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** Returns true when the end has passed. */
export function isOver(until: string, nowMs: number): boolean {
  return Date.parse(until) <= nowMs;
}

/** Returns the day of an instant on this device's clock, for a date field; "" without one. */
export function dayOf(instant: string | null): string {
  if (instant === null) return "";
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
