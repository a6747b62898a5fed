import type { OfferedTexts, StudioTexts } from "#shared/studio/bible-texts.ts";

/** One installed text, one that is being downloaded and one that failed. */
export const STUDIO_TEXTS: StudioTexts = {
  here: [
    {
      id: "lsg",
      name: "Louis Segond 1910",
      language: "fr",
      licence: "pd",
      source: "https://texts.example/api/fra_lsg/books.json",
      verses: 31_170,
      books: 66,
      bytes: 1_340_000,
      isConfigured: true,
    },
  ],
  coming: [
    { serviceId: "sna_own", done: 12, total: 66, problem: null, nextAt: null, isConfigured: false },
    {
      serviceId: "nde_own",
      done: 3,
      total: 27,
      problem: "busy",
      nextAt: "2026-11-23T10:00:00.000Z",
      isConfigured: false,
    },
  ],
};

const offered = (serviceId: string, name: string, language: string) => ({
  serviceId,
  name,
  englishName: name,
  language,
  licence: "cc-by-sa" as const,
  verses: 7_957,
  books: 27,
});

/** Other texts that the service offers. */
export const OFFERED_TEXTS: OfferedTexts = {
  texts: [
    offered("swh_own", "Kiswahili Own", "sw"),
    offered("lin_own", "Lingala Own", "ln"),
    offered("sna_own", "Shona Own", "sn"),
  ],
};
