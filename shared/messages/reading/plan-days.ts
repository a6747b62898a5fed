import type { TopicPlanSlug } from "#shared/bible/plans/topic-passages.domain.ts";
import type { Language } from "#shared/languages.ts";

type DayTitles = Readonly<Record<TopicPlanSlug, readonly string[]>>;

const en: DayTitles = {
  "fear-7": [
    "God is with you",
    "When the heart trembles",
    "The Shepherd stays near",
    "In the storm",
    "Tomorrow's worries",
    "Stronger than death",
    "Courage for the road ahead",
  ],
  "prayer-7": [
    "As Jesus taught",
    "Telling God everything",
    "Giving thanks",
    "Owning our faults",
    "Asking without giving up",
    "Praying for others",
    "Trusting the Father's will",
  ],
  "marriage-6": [
    "Made for each other",
    "What love does",
    "Serving one another",
    "Words that do good",
    "Staying faithful",
    "A home that serves the Lord",
  ],
  "forgiveness-5": [
    "God forgives",
    "The father who runs",
    "How many times?",
    "Letting go of revenge",
    "Making peace",
  ],
  "new-believers-7": [
    "Loved first",
    "A new life",
    "Baptism",
    "Talking with God",
    "Living by his Word",
    "Led by the Spirit",
    "One family",
  ],
};

const fr: typeof en = {
  "fear-7": [
    "Dieu est avec vous",
    "Quand le cœur tremble",
    "Le Berger reste proche",
    "Dans la tempête",
    "Les soucis du lendemain",
    "Plus fort que la mort",
    "Du courage pour la route",
  ],
  "prayer-7": [
    "Comme Jésus l’a enseigné",
    "Tout dire à Dieu",
    "Dire merci",
    "Reconnaître ses fautes",
    "Demander sans se lasser",
    "Prier pour les autres",
    "S’en remettre à la volonté du Père",
  ],
  "marriage-6": [
    "Faits l’un pour l’autre",
    "Ce que fait l’amour",
    "Se servir l’un l’autre",
    "Des paroles qui font du bien",
    "Rester fidèles",
    "Une maison qui sert le Seigneur",
  ],
  "forgiveness-5": [
    "Dieu pardonne",
    "Le père qui court",
    "Combien de fois ?",
    "Renoncer à la vengeance",
    "Faire la paix",
  ],
  "new-believers-7": [
    "L’amour de Dieu d’abord",
    "Une vie nouvelle",
    "Le baptême",
    "Parler avec Dieu",
    "Vivre de sa Parole",
    "Conduits par l’Esprit",
    "Une seule famille",
  ],
};

/** Titles of the days of the plans by topic. Only the plans' own pages load them. */
export const planDayMessages: Readonly<Record<Language, typeof en>> = { en, fr };
