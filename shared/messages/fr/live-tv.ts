import type { liveTv as en } from "#shared/messages/en/live-tv.ts";

export const liveTv = {
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
  yourTime: (text: string) => `Votre heure : ${text}`,
  nextService: (day: string) => `Prochain culte : ${day}`,
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
