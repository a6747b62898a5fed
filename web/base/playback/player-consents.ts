import type { SiteChannel } from "#shared/contracts/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";

type Provider = Pick<SiteChannel, "providerHost">;

/**
 * Returns true when the visitor has allowed a provider's player. Stored by host name, so that the
 * visitor is asked once; the privacy page withdraws it.
 */
export function hasConsent({ providerHost }: Provider): boolean {
  return providerHost !== null && readStored(STORAGE_KEYS.playerConsents).includes(providerHost);
}

/** Stores the visitor's consent to a provider. */
export function rememberConsent({ providerHost }: Provider): void {
  const known = readStored(STORAGE_KEYS.playerConsents);
  if (providerHost === null || known.includes(providerHost)) return;
  writeStored(STORAGE_KEYS.playerConsents, [...known, providerHost]);
}
