import type { language as en } from "#shared/messages/en/language.ts";

export const language = {
  label: "Langue",
  offer: "Cette page existe aussi en français.",
  accept: "Lire en français",
  decline: "Non, merci",
} satisfies typeof en;
