import type { notFound as en } from "#shared/messages/en/not-found.ts";

export const notFound = {
  title: "404",
  heading: "Oups ! Page introuvable",
  hint: "La page que vous cherchez a été déplacée ou n’a jamais existé.",
  returnHome: "Retour à l’accueil",
} satisfies typeof en;
