import { bibleVersion, LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import { LOUIS_SEGOND_SERVICE_ID } from "#server/bible/texts/louis-segond.domain.ts";
import {
  isFreeLicence,
  type LicenceProblem,
  readLicence,
} from "#server/bible/texts/licences.domain.ts";
import type { TextDescription } from "#server/bible/texts/store/manifest.ts";
import type { ServiceTranslation } from "./service-responses.ts";

/** Texts with ids of our own. */
const KNOWN: ReadonlyMap<
  string,
  Omit<TextDescription, "source" | "serviceId" | "licence">
> = new Map([[LOUIS_SEGOND_SERVICE_ID, LOUIS_SEGOND]]);

const LICENCE_WORDS = {
  pd: "public domain",
  cc0: "CC0 1.0",
  "cc-by": "CC BY 4.0",
  "cc-by-sa": "CC BY-SA 4.0",
  "cc-by-nd": "CC BY-ND 4.0",
} as const;

/** Converts a text of the service; returns the licence problem if it is not free. */
export function describeServiceText(
  base: string,
  translation: ServiceTranslation,
): TextDescription | LicenceProblem {
  const { id: serviceId, licenseUrl, licenseNotice = null, website } = translation;
  const licence = readLicence({ licence: licenseUrl, notice: licenseNotice });
  if (!isFreeLicence(licence)) return licence;
  const facts = { licence, serviceId, source: `${base}/api/${serviceId}/books.json` };
  const known = KNOWN.get(serviceId);
  if (known) {
    const { id, abbreviation, name, language, copyright } = known;
    return { id, abbreviation, name, language, copyright, ...facts };
  }
  const name = translation.name.trim().slice(0, 200) || serviceId;
  const line = `${name} - ${LICENCE_WORDS[licence]}. ${website}`.trim();
  return {
    id: textId(serviceId),
    abbreviation: (translation.shortName ?? serviceId).trim().slice(0, 20) || serviceId,
    name,
    language: languageTag(translation.language),
    copyright: (licenseNotice?.trim() || line).slice(0, 1_000),
    ...facts,
  };
}

/** Converts ISO 639-3 to the tag of pages and voices ("fra" to "fr"). */
function languageTag(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language;
  } catch {
    return "und";
  }
}

/** Converts the service's id to one of ours that is never the id of a specified version. */
function textId(serviceId: string): string {
  const plain = serviceId.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const id = /^[a-z]/.test(plain) ? plain : `t-${plain}`;
  return (bibleVersion(id) ? `free-${id}` : id).slice(0, 30).replace(/-+$/, "");
}
