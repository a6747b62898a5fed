import type { SiteChannel } from "#shared/contracts/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";

type Provider = Pick<SiteChannel, "providerHost">;

/**
 * Providers whose players the visitor has let in, by host name, so that they are asked only once. The
 * privacy page withdraws them.
 */
export function hasConsent({ providerHost }: Provider): boolean {
  return providerHost !== null && readStored(STORAGE_KEYS.playerConsents).includes(providerHost);
}

/** Remembers that the visitor has pressed play where a provider was named. */
export function rememberConsent({ providerHost }: Provider): void {
  const known = readStored(STORAGE_KEYS.playerConsents);
  if (providerHost === null || known.includes(providerHost)) return;
  writeStored(STORAGE_KEYS.playerConsents, [...known, providerHost]);
}
