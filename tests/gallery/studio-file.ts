/** Content of `ministry.json`, as the studio reads it. */
export const STUDIO_FILE = {
  name: "Reign TV",
  tagline: { en: "Where Jesus Christ is King", fr: "Là où Jésus-Christ est Roi" },
  mission: { en: "A ministry", fr: "Un ministère" },
  email: "hello@reign-tv.example",
  social: {},
  links: {},
  playlists: Object.fromEntries(
    [
      "sermons",
      "prophecies",
      "prophecy-confirmations",
      "testimonies",
      "personal-prophecies",
      "humanitarian",
      "movies",
      "music",
      "announcements",
    ].map((id) => [id, `library-${id}`]),
  ),
  services: {
    timeZone: "Europe/Paris",
    weekly: [
      { id: "thursday", weekday: "thursday", start: "16:00", durationMinutes: 120 },
      { id: "sunday", weekday: "sunday", start: "10:00", durationMinutes: 120 },
    ],
  },
};
