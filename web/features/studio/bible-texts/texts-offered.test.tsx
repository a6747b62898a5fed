import { expect, it } from "vitest";
import { findOffered, offeredLanguages, type OfferedText } from "./texts-offered.tsx";

const text = (serviceId: string, language: string, name: string): OfferedText => ({
  serviceId,
  language,
  name,
  englishName: `${name} in English`,
  licence: "pd",
  verses: 31_102,
  books: 66,
});

const TEXTS = [
  text("deu_x", "de", "Luther"),
  text("eng_a", "en", "Alpha"),
  text("sna_a", "sn", "Bhaibheri"),
  text("fra_b", "fr", "Ésaïe libre"),
  text("fra_a", "fr", "Darby"),
  text("afr_a", "af", "Bybel"),
];

const ids = (found: readonly OfferedText[]): string[] => found.map(({ serviceId }) => serviceId);
const find = (language: string, name: string, knownIds: string[] = []) =>
  ids(findOffered(TEXTS, { language, name, knownIds }));

it("puts the followers' languages first", () => {
  expect(offeredLanguages(TEXTS)).toEqual(["en", "fr", "sn", "af", "de"]);
  expect(find("", "")).toEqual(["eng_a", "fra_a", "fra_b", "sna_a", "afr_a", "deu_x"]);
});

it("finds names without accents and case, also English ones", () => {
  expect(find("fr", " esaie ")).toEqual(["fra_b"]);
  expect(find("", "LUTHER IN")).toEqual(["deu_x"]);
  expect(find("sn", "darby")).toEqual([]);
});

it("leaves out texts that are installed or on their way", () => {
  expect(find("fr", "", ["fra_a"])).toEqual(["fra_b"]);
});
