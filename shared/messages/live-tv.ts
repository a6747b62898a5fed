import type { Language } from "#shared/language.ts";

const en = {
  title: "Live TV",
  description: "Watch our live stream and see when the next live services begin.",
  chooseChannel: "Choose a channel",
  upcoming: "Upcoming Live Services",
  weekdays: {
    monday: "Monday",
    tuesday: "Tuesday",
    wednesday: "Wednesday",
    thursday: "Thursday",
    friday: "Friday",
    saturday: "Saturday",
    sunday: "Sunday",
  },
  zoneName: (city: string) => `${city} Time`,
  yourTime: (text: string) => `Your time: ${text}`,
  nextService: (day: string) => `Next service: ${day}`,
  addToCalendar: "Add to calendar",
  subscribe: "Subscribe",
  calendarNote: "A subscription follows every change of the times.",
  startsIn: (text: string) => `Starts in ${text}`,
  onAirNow: "On air now",
  days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
  hours: (count: number) => (count === 1 ? "1 hour" : `${count} hours`),
  minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
};

const fr = {
  title: "TV en direct",
  description: "Regardez le direct et voyez quand commencent les prochains cultes.",
  chooseChannel: "Choisir une chaîne",
  upcoming: "Prochains cultes en direct",
  weekdays: {
    monday: "Lundi",
    tuesday: "Mardi",
    wednesday: "Mercredi",
    thursday: "Jeudi",
    friday: "Vendredi",
    saturday: "Samedi",
    sunday: "Dimanche",
  },
  zoneName: (city: string) => `heure de ${city}`,
  yourTime: (text: string) => `Votre heure : ${text}`,
  nextService: (day: string) => `Prochain culte : ${day}`,
  addToCalendar: "Ajouter au calendrier",
  subscribe: "S’abonner",
  calendarNote: "Un abonnement suit tout changement d’horaire.",
  startsIn: (text: string) => `Commence dans ${text}`,
  onAirNow: "À l’antenne en ce moment",
  days: (count: number) => (count < 2 ? `${count} jour` : `${count} jours`),
  hours: (count: number) => (count < 2 ? `${count} heure` : `${count} heures`),
  minutes: (count: number) => (count < 2 ? `${count} minute` : `${count} minutes`),
  seconds: (count: number) => (count < 2 ? `${count} seconde` : `${count} secondes`),
} satisfies typeof en;

/** Texts of the Live TV page. Loaded with the page, in both languages. */
export const liveTvMessages: Readonly<Record<Language, typeof en>> = { en, fr };
