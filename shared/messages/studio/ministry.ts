import type { Language } from "#shared/languages.ts";

const en = {
  title: "Ministry",
  intro: "Name, words and links, as every page shows them.",
  document: "the ministry’s details",
  cards: { words: "Name and words", contact: "Contact", social: "Social networks", links: "Links" },
  emptyHint: "Left empty, it has no place on any page.",
  fields: {
    name: "Name",
    tagline: "Tagline",
    mission: "Mission",
    phone: "Phone",
    email: "E-mail",
    address: "Address",
    facebook: "Facebook",
    x: "X",
    instagram: "Instagram",
    youtube: "YouTube",
    prayerRequests: "Prayer requests",
    aboutUs: "About us",
    contactUs: "Contact us",
    donate: "Donate",
    give: "Give",
    partnership: "Partnership",
  },
  faults: { ministryLink: "An address that begins with https://, please, or nothing." },
};

const fr: typeof en = {
  title: "Ministère",
  intro: "Nom, textes et liens, tels que chaque page les affiche.",
  document: "les informations du ministère",
  cards: {
    words: "Nom et textes",
    contact: "Contact",
    social: "Réseaux sociaux",
    links: "Liens",
  },
  emptyHint: "Laissé vide, il n’apparaît sur aucune page.",
  fields: {
    name: "Nom",
    tagline: "Devise",
    mission: "Mission",
    phone: "Téléphone",
    email: "E-mail",
    address: "Adresse",
    facebook: "Facebook",
    x: "X",
    instagram: "Instagram",
    youtube: "YouTube",
    prayerRequests: "Demandes de prière",
    aboutUs: "À propos",
    contactUs: "Nous contacter",
    donate: "Faire un don",
    give: "Donner",
    partnership: "Partenariat",
  },
  faults: { ministryLink: "Indiquez une adresse qui commence par https://, ou rien." },
};

/** Texts of the studio's ministry page. */
export const ministryMessages: Readonly<Record<Language, typeof en>> = { en, fr };
