import type { ChannelSource } from "#shared/ministry.ts";
import { readStored, writeStored } from "./storage.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";

/**
 * Providers whose players the visitor has let in, by host name, so that they are asked only once. The
 * privacy page withdraws them.
 */
export function hasConsent(source: ChannelSource): boolean {
  const host = providerHost(source);
  return host !== null && readStored(STORAGE_KEYS.playerConsents).includes(host);
}

/** Remembers that the visitor has pressed play on the player of a channel's provider. */
export function rememberConsent(source: ChannelSource): void {
  const host = providerHost(source);
  const known = readStored(STORAGE_KEYS.playerConsents);
  if (host === null || known.includes(host)) return;
  writeStored(STORAGE_KEYS.playerConsents, [...known, host]);
}

/** Whose player shows a channel; null for our own. */
function providerHost(source: ChannelSource): string | null {
  switch (source.kind) {
    case "youtube":
      return "www.youtube.com";
    case "iframe":
      return new URL(source.url).hostname;
    case "script":
      return new URL(source.src).hostname;
    case "linear":
    case "hls":
      return null;
  }
}
