import type { Language } from "#shared/language.ts";

const en = {
  title: "Privacy Policy",
  description: "What this site collects, what it does not, and how to reach us.",
  lastUpdated: "Last updated: June 14, 2025",
  intro: (name: string) =>
    `${name} respects your privacy. This page says in plain words what happens to your information when you use this site and app.`,
  sections: [
    {
      title: "No account is needed to watch",
      text: "You can watch live TV and every video, read the devotional and the Bible, and browse all pages without an account.",
    },
    {
      title: "Usage data",
      text: "We may collect non-personal usage data, such as which pages are opened and how well videos play, to keep the service fast and reliable. It does not identify you.",
    },
    {
      title: "Information you give us",
      text: "Information that you submit voluntarily in forms, such as your name, e-mail address or profile details, is collected and used only for the purpose for which you gave it.",
    },
    {
      title: "Children",
      text: "This product is not directed to children under 13, and we do not knowingly collect personal information from them.",
    },
    {
      title: "Third-party links",
      text: "Some pages link to other websites, for example for giving or for a video platform. Their own privacy policies apply there, and nothing is loaded from a video platform before you press play.",
    },
  ],
  contactTitle: "Contact",
  contactText: "Questions about privacy? Write to us by e-mail:",
};

const fr = {
  title: "Politique de confidentialité",
  description: "Ce que ce site recueille, ce qu’il ne recueille pas, et comment nous joindre.",
  lastUpdated: "Dernière mise à jour : 14 juin 2025",
  intro: (name: string) =>
    `${name} respecte votre vie privée. Cette page dit en mots simples ce que deviennent vos informations quand vous utilisez ce site et cette application.`,
  sections: [
    {
      title: "Aucun compte n’est nécessaire pour regarder",
      text: "Vous pouvez regarder la TV en direct et toutes les vidéos, lire la méditation et la Bible, et parcourir toutes les pages sans compte.",
    },
    {
      title: "Données d’utilisation",
      text: "Nous pouvons recueillir des données d’utilisation non personnelles, par exemple quelles pages sont ouvertes et si les vidéos se lisent bien, afin que le service reste rapide et fiable. Elles ne vous identifient pas.",
    },
    {
      title: "Les informations que vous nous donnez",
      text: "Les informations que vous envoyez volontairement dans un formulaire, comme votre nom, votre adresse e-mail ou votre profil, sont recueillies et utilisées uniquement dans le but pour lequel vous les avez données.",
    },
    {
      title: "Enfants",
      text: "Ce produit ne s’adresse pas aux enfants de moins de 13 ans, et nous ne recueillons pas sciemment d’informations personnelles à leur sujet.",
    },
    {
      title: "Liens vers des tiers",
      text: "Certaines pages mènent à d’autres sites, par exemple pour un don ou vers une plateforme vidéo. Leurs propres règles s’y appliquent, et rien n’est chargé depuis une plateforme vidéo avant que vous appuyiez sur lecture.",
    },
  ],
  contactTitle: "Contact",
  contactText: "Une question sur la confidentialité ? Écrivez-nous par e-mail :",
} satisfies typeof en;

/** Texts of the privacy policy (specification section 2); its points and date are fixed there. Loaded with the page, in both languages. */
export const privacyMessages: Readonly<Record<Language, typeof en>> = { en, fr };
