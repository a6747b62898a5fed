import type { readingLinks as en } from "#shared/messages/en/reading/reading-links.ts";

export const readingLinks = {
  plans: "Plans de lecture",
  marks: "Mes repères",
} satisfies typeof en;
