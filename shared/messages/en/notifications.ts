export const notifications = {
  welcome: "Welcome! Explore our live streams and sermon library.",
  panel: {
    title: "Reminders",
    text: "A short message on this device, also when the site is closed. You can end it at any time.",
    services: "A service is about to start",
    servicesText: "15 minutes before each service",
    devotional: "Today's devotional",
    devotionalText: "Every morning at 6:00, Paris time",
    verse: "Verse of the day",
    verseText: "Every morning at 7:00, by this device's clock",
    blocked:
      "Notifications are blocked for this site. Allow them in your browser's settings, then try again.",
    unsupported:
      "This browser shows no reminders. On an iPhone or iPad, add the site to your home screen first.",
    failed: "Your choice could not be saved. Check your connection and try again.",
  },
  plan: {
    title: "Remind me once a day",
    hour: "At",
    text: "Silent on days that you have read, and after three reminders that you have not opened.",
    none: "This site sends no reminders. Your plan waits for you here.",
  },
};
