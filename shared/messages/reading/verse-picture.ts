import type { Language } from "#shared/languages.ts";

const en = {
  button: "As a picture",
  title: "A picture of the verse",
  close: "Close",
  shape: "Format",
  shapes: { square: "Square", tall: "Tall, for a phone's screen" },
  ground: "Colours",
  grounds: { crown: "Crown", dawn: "Dawn", night: "Night", field: "Field" },
  share: "Share the picture",
  download: "Save the picture",
  making: "The picture is being made",
  tooLong: "These verses are too long for a picture. Choose fewer of them.",
  failed: "This browser could not make the picture.",
  fileName: "verse",
};

const fr: typeof en = {
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
};

/** Texts of the dialog that makes an image of a verse. */
export const versePictureMessages: Readonly<Record<Language, typeof en>> = { en, fr };
