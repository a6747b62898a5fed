import type { Language } from "#shared/languages.ts";

const en = {
  title: "Ministry",
  intro: "Name, texts and links shown on every page.",
  document: "the ministry's details",
  cards: { words: "Name and words", contact: "Contact", social: "Social networks", links: "Links" },
  emptyHint: "If left empty, it isn't shown on any page.",
  fields: {
    name: "Name",
    tagline: "Tagline",
    mission: "Mission",
    phone: "Phone",
    email: "Email",
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
  faults: { ministryLink: "Enter an address that starts with https://, or leave it empty." },
};

const fr: typeof en = {
  title: "Ministère",
  intro: "Nom, textes et liens affichés sur chaque page.",
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
    tagline: "Slogan",
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
  faults: { ministryLink: "Saisissez une adresse qui commence par https://, ou laissez vide." },
};

/** Texts of the studio's ministry page. */
export const ministryMessages: Readonly<Record<Language, typeof en>> = { en, fr };
