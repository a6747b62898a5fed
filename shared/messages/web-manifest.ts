import type { Language } from "#shared/languages.ts";
import { webManifest as en } from "./en/web-manifest.ts";
import { webManifest as fr } from "./fr/web-manifest.ts";

/** What the install dialog of a browser says beside the texts that pages have too. */
export const webManifestMessages: Readonly<Record<Language, typeof en>> = { en, fr };
