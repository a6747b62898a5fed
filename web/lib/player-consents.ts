import type { SiteChannel } from "#shared/site-state.ts";
import { readStored, writeStored } from "./storage.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

/**
 * Providers whose players the visitor has let in, by host name, so that they are asked only once. The
 * privacy page withdraws them.
 */
export function hasConsent({ providerHost }: SiteChannel): boolean {
  return providerHost !== null && readStored(STORAGE_KEYS.playerConsents).includes(providerHost);
}

/** Remembers that the visitor has pressed play on the player of a channel's provider. */
export function rememberConsent({ providerHost }: SiteChannel): void {
  const known = readStored(STORAGE_KEYS.playerConsents);
  if (providerHost === null || known.includes(providerHost)) return;
  writeStored(STORAGE_KEYS.playerConsents, [...known, providerHost]);
}
