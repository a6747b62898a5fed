import type { FreeTextFacts } from "#shared/bible/bible-versions.ts";

/** A licence under which a site may show a text. */
export type FreeLicence = FreeTextFacts["licence"];

/** Why a text may not be taken: its terms forbid a use that nobody here can judge, or are not known. */
export type LicenceRefusal = "non-commercial" | "unknown";

/** What a source says about the terms of a text; each in its own words. */
export type LicenceClaim = {
  /** Address of the licence or of the page about the edition, or a short name ("CC BY-SA 4.0"). */
  licence: string;
  /** The notice that goes with the text. */
  notice?: string | null;
};

/** Longest first: "by-nc-sa" would else pass as "by". */
const CREATIVE_COMMONS: readonly (readonly [RegExp, FreeLicence | "non-commercial"])[] = [
  [/\bby-nc\b/, "non-commercial"],
  [/\bby-nd\b/, "cc-by-nd"],
  [/\bby-sa\b/, "cc-by-sa"],
  [/\bcc0\b|publicdomain\/zero/, "cc0"],
  [/publicdomain\/mark/, "pd"],
  [/\bby\b/, "cc-by"],
];

/** Short names that are whole answers. */
const NAMES: ReadonlyMap<string, FreeLicence> = new Map([
  ["pd", "pd"],
  ["cc0", "cc0"],
  ["public domain", "pd"],
  ["domaine public", "pd"],
  ["publicdomain/mark", "pd"],
]);

/** Editions whose page names no licence in its address, by the id that eBible.org gives them. */
const EBIBLE_EDITIONS: ReadonlyMap<string, FreeLicence> = new Map([
  ["fraLSG", "pd"],
  ["eng-web", "pd"],
  ["engwebp", "pd"],
  ["eng-asv", "pd"],
  ["engylt", "pd"],
  ["spaRV1909", "pd"],
  ["porbr2018", "cc-by"],
  ["sna", "cc-by-sa"],
  ["nde", "cc-by-sa"],
  ["lin", "cc-by-sa"],
]);

/** Publishers who gave all of their text away. */
const PUBLISHERS: ReadonlyMap<string, FreeLicence> = new Map([["berean.bible", "cc0"]]);

/**
 * The licence that a source names, of those that let a site show, keep, search and speak a text. Whatever is
 * not recognised is refused: a text that looks free and is not costs a ministry more than a text that is missing.
 */
export function readLicence({ licence, notice }: LicenceClaim): FreeLicence | LicenceRefusal {
  const words = licence.trim().toLowerCase();
  const named = NAMES.get(words) ?? editionLicence(licence) ?? creativeCommons(words);
  if (named !== null) return named;
  const said = notice?.trim().toLowerCase() ?? "";
  return (
    creativeCommons(said) ?? (/\bpublic domain\b|\bdomaine public\b/.test(said) ? "pd" : "unknown")
  );
}

/** Whether a licence is one, and not a refusal. */
export function isFreeLicence(found: FreeLicence | LicenceRefusal): found is FreeLicence {
  return found !== "non-commercial" && found !== "unknown";
}

/** A Creative Commons licence in an address or a short name; null when there is none. */
function creativeCommons(words: string): FreeLicence | "non-commercial" | null {
  const plain = words.replaceAll(/[\s_]+/g, "-");
  if (!/creativecommons\.org\/|(?:^|[^a-z])cc[-0]/.test(plain)) return null;
  return CREATIVE_COMMONS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

function editionLicence(address: string): FreeLicence | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^www\./, "");
  if (host !== "ebible.org") return PUBLISHERS.get(host) ?? null;
  const [, folder = ""] = pathname.split("/");
  return EBIBLE_EDITIONS.get(searchParams.get("id") ?? folder) ?? null;
}
