import type { preview as en } from "#shared/messages/en/studio/preview.ts";

export const preview: typeof en = {
  band: "Aperçu : seules les personnes qui ont ce lien voient la page ainsi.",
  overTitle: "Cet aperçu n’est plus disponible",
  overText:
    "Un aperçu dure une journée. Demandez-en un nouveau à la personne qui vous a envoyé le lien.",
  home: "Aller à l’accueil",
};
