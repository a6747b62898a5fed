import type { Language } from "#shared/languages.ts";
import { webManifest as en } from "#shared/messages/en/devices/web-manifest.ts";
import { webManifest as fr } from "#shared/messages/fr/devices/web-manifest.ts";

/** What the install dialog of a browser says beside the texts that pages have too. */
export const webManifestMessages: Readonly<Record<Language, typeof en>> = { en, fr };
