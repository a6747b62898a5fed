import type { Language } from "#shared/languages.ts";

const en = {
  button: "Image",
  title: "Verse image",
  close: "Close",
  shape: "Format",
  shapes: { square: "Square", tall: "Portrait" },
  ground: "Background",
  grounds: { crown: "Crown", dawn: "Dawn", night: "Night", field: "Field" },
  share: "Share image",
  download: "Save image",
  making: "Creating the image",
  tooLong: "This passage is too long for an image. Select fewer verses.",
  failed: "This browser couldn't create the image.",
  fileName: "verse",
};

const fr: typeof en = {
  button: "Image",
  title: "Image du verset",
  close: "Fermer",
  shape: "Format",
  shapes: { square: "Carré", tall: "Portrait" },
  ground: "Fond",
  grounds: { crown: "Couronne", dawn: "Aube", night: "Nuit", field: "Champ" },
  share: "Partager l’image",
  download: "Enregistrer l’image",
  making: "Création de l’image",
  tooLong: "Ce passage est trop long pour une image. Sélectionnez moins de versets.",
  failed: "Ce navigateur n’a pas pu créer l’image.",
  fileName: "verset",
};

/** Texts of the dialog that makes an image of a verse. */
export const versePictureMessages: Readonly<Record<Language, typeof en>> = { en, fr };
