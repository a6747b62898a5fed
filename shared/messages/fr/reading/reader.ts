import type { reader as en } from "#shared/messages/en/reading/reader.ts";

export const reader = {
  textSize: "Taille du texte",
  smaller: "Texte plus petit",
  larger: "Texte plus grand",
} satisfies typeof en;
