import type { FreeTextFacts } from "#shared/bible/bible-versions.ts";

/** A licence that permits showing a text on a site. */
export type FreeLicence = FreeTextFacts["licence"];

/** A licence that forbids commercial use, or is not recognized. */
export type LicenceProblem = "non-commercial" | "unknown";

/** Licence information of a text, in the words of its source. */
type LicenceClaim = {
  /** URL of the licence or edition page, or a short name ("CC BY-SA 4.0"). */
  licence: string;
  /** The notice that accompanies the text. */
  notice?: string | null;
};

/** Longest first: "by-nc-sa" would otherwise match "by". */
const CREATIVE_COMMONS: readonly (readonly [RegExp, FreeLicence | "non-commercial"])[] = [
  [/\bby-nc\b/, "non-commercial"],
  [/\bby-nd\b/, "cc-by-nd"],
  [/\bby-sa\b/, "cc-by-sa"],
  [/\bcc0\b|publicdomain\/zero/, "cc0"],
  [/publicdomain\/mark/, "pd"],
  [/\bby\b/, "cc-by"],
];

/** Short names that must match as a whole. */
const NAMES: ReadonlyMap<string, FreeLicence> = new Map([
  ["pd", "pd"],
  ["cc0", "cc0"],
  ["public domain", "pd"],
  ["domaine public", "pd"],
  ["publicdomain/mark", "pd"],
]);

/** eBible.org ids of editions whose URL names no licence. */
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

/** Publishers whose whole text is free. */
const PUBLISHERS: ReadonlyMap<string, FreeLicence> = new Map([["berean.bible", "cc0"]]);

/**
 * Returns the licence if it permits showing, storing, searching and speaking a text. Rejects unknown terms: a text that
 * only looks free costs a ministry more than a missing one.
 */
export function readLicence({ licence, notice }: LicenceClaim): FreeLicence | LicenceProblem {
  const words = licence.trim().toLowerCase();
  const named = NAMES.get(words) ?? editionLicence(licence) ?? creativeCommons(words);
  if (named !== null) return named;
  const noticeText = notice?.trim().toLowerCase() ?? "";
  return (
    creativeCommons(noticeText) ??
    (/\bpublic domain\b|\bdomaine public\b/.test(noticeText) ? "pd" : "unknown")
  );
}

export function isFreeLicence(found: FreeLicence | LicenceProblem): found is FreeLicence {
  return found !== "non-commercial" && found !== "unknown";
}

/** Finds a Creative Commons licence in a URL or short name; null if there is none. */
function creativeCommons(words: string): FreeLicence | "non-commercial" | null {
  const plain = words.replaceAll(/[\s_]+/g, "-");
  if (!/creativecommons\.org\/|(?:^|[^a-z])cc[-0]/.test(plain)) return null;
  return CREATIVE_COMMONS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

function editionLicence(url: string): FreeLicence | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams } = new URL(url);
  const host = hostname.replace(/^www\./, "");
  if (host !== "ebible.org") return PUBLISHERS.get(host) ?? null;
  const [, folder = ""] = pathname.split("/");
  return EBIBLE_EDITIONS.get(searchParams.get("id") ?? folder) ?? null;
}
