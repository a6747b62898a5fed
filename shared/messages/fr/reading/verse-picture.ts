import type { versePicture as en } from "#shared/messages/en/reading/verse-picture.ts";

export const versePicture = {
  button: "En image",
  title: "Le verset en image",
  close: "Fermer",
  shape: "Format",
  shapes: { square: "Carré", tall: "Vertical, pour l’écran d’un téléphone" },
  ground: "Couleurs",
  grounds: { crown: "Couronne", dawn: "Aube", night: "Nuit", field: "Champ" },
  share: "Partager l’image",
  download: "Enregistrer l’image",
  making: "L’image se prépare",
  tooLong: "Ces versets sont trop longs pour une image. Choisissez-en moins.",
  failed: "Ce navigateur n’a pas pu faire l’image.",
  fileName: "verset",
} satisfies typeof en;
