export const numbers = {
  title: "Numbers",
  intro:
    "How the site is used, counted without names, cookies, addresses or countries. What happened fewer than five times is not shown.",
  days: { label: "Time", 1: "Today", 7: "7 days", 28: "28 days" },
  now: {
    title: "Watching now",
    none: "Fewer than five, or nobody.",
    people: (count: string) => `About ${count}`,
    few: "Fewer than 5",
  },
  peaks: { title: "Most at the same time", value: "At the same time", key: "Channel" },
  metrics: {
    play: { title: "Plays", most: "Most played", value: "Plays", key: "Video" },
    page: { title: "Pages opened", most: "Most opened pages", value: "Opened", key: "Page" },
    devotional: {
      title: "Devotionals opened",
      most: "Devotionals by language",
      value: "Opened",
      key: "Language",
    },
    search: {
      title: "Searches that found nothing",
      most: "Searches that found nothing",
      value: "Asked",
      key: "Words",
    },
  },
  searchText:
    "Words that people looked for without finding anything. Five times or more; numbers and addresses are never kept.",
  elsewhere:
    "The site’s data is kept by a project elsewhere. There only viewers of the channels are counted.",
  none: "Nothing to show for this time.",
  fewMore: (count: string) => `And ${count} more with fewer than five each.`,
  day: "Day",
  hour: "Hour",
  all: "All together",
  fewer: "fewer than 5",
  table: "As a table",
  download: "Download (CSV)",
  downloadOf: (title: string) => `Download as CSV: ${title}`,
  chart: (title: string, most: string) =>
    `${title}: at most ${most}. The table below has every number.`,
  missing: {
    title: "What is not in these numbers",
    items: [
      "Pages: opened without JavaScript, while saving data, or left within a second; televisions.",
      "Viewers: with data saver, in small windows, on televisions, and a hall behind one screen counts once. So they are rather too low.",
      "Plays: of videos of the platform when the player opens, also if nobody presses play; of the own films when they begin.",
      "The minute before the server was stopped by force.",
    ],
  },
  pageNames: {
    "/": "Home",
    "/live-tv": "Live TV",
    "/video-on-demand": "Video on Demand",
    "/bible": "Bible",
    "/devotional": "Devotional",
    "/search": "Search",
    "/privacy-policy": "Privacy policy",
  },
};
