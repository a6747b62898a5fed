export const privacy = {
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
  stored: {
    title: "What is kept on your device",
    text: "This is all that this site keeps in your browser. It stays there, apart from your session, which your browser shows to our own server, and from what goes with your account while you are signed in. Deleting this site’s data in your browser removes all of it.",
    nameColumn: "Name",
    purposeColumn: "What it holds",
    rows: {
      theme: "Light or dark",
      dataSaver: "Whether you have switched the data saver on or off",
      dataUse: "What the players of this site used of your data, this month and the last",
      dataLimitMb: "Megabytes after which players stop, if you have chosen a limit",
      videoQuality: "The most lines that you want of a video, if you have chosen a quality",
      videoVolume: "The volume that you have chosen in a player",
      videoCaptions: "The language of captions, if you have turned them on",
      language: "The language that you have chosen",
      dismissedAnnouncements: "Announcements that you have closed",
      playerConsents: "Providers whose players you have let in",
      "watchHistory_{userId}": "Videos you watched while signed in",
      "studioDraft_{author}_{kind}_{id}":
        "For helpers: what you typed in the studio and have not published yet",
      studioLastAct: "For helpers: when you last did something in the studio",
      watchPositions: "Where you left a video, so that it goes on from there",
      watchPlacesPaused: "Whether this device keeps no new places in videos",
      places: "How far down you had read the last pages, until you close the tab (sessionStorage)",
      "bible-version": "The Bible version you read",
      "bible-book": "The book you had open",
      "bible-chapter": "The chapter you had open",
      "bible-verse": "The verse at which you left it",
      "bible-bookmarks": "Verses you have marked",
      "bible-bookmarks-agreed": "Which bookmarks your marks last agreed with",
      "synced-items":
        "Your marks and notes in the Bible, plans of reading, places in videos and what you keep for later (IndexedDB). Without an account they stay on this device. Signed in, our own server keeps them with your account for your other devices: nobody else can read them through this site, they are not encrypted for those who run the server, and they go with your account. When you sign out they leave this device; what could not be sent waits there for your account alone, for 90 days at most",
      "bible-red-letters": "Whether the words of Jesus are red",
      "bible-with": "The version you read beside another one last",
      "bible-text-size": "Size of the text of the Bible and the devotionals",
      "kept-texts":
        "Chapters of the Bible and the next days’ verses for reading offline (IndexedDB)",
      "search-history": "What you searched for last; our server is never told of the list",
      devotionals: "Devotionals that were uploaded on this device",
      "devotionals-kept": "Devotionals that you keep to find them again",
      "devotionals-read": "Days whose devotional you have read, for the marks in the calendar",
      "speech-provider-key": "Your own key of the speech provider, if you entered one",
      phoneSite: "In the phone app: what the server last said about this site",
      phoneLanguage: "In the phone app: the language you have chosen",
      installPromptDismissed: "When you closed the card that offers to install the app",
      appInstalled: "That the app is installed, so that it is not offered again",
      hasVisited: "That you were here before, so that you are welcomed once",
      reminders:
        "What you asked to be reminded of. While there is anything, our server keeps the address by which your browser's push service reaches this device and, for what comes each day, its time zone, the hour, and whether a plan's day is read",
      planHour: "The hour at which your reading plan reminds you",
      "shell, pages, data, pictures":
        "The app itself and the public pages, chapters, lists and pictures you saw last, for use without a connection (caches of the service worker)",
      "sb-{site}-auth-token": "Your session while you are signed in",
      "{name}.bad": "A copy of a value that could not be read, in place of losing it",
    } as Readonly<Record<string, string>>,
  },
  consents: {
    title: "Players you have let in",
    none: "You have let in no provider’s player. Each one asks before it loads anything.",
    given: (hosts: readonly string[]) =>
      `You have let in: ${hosts.join(", ")}. Their live players start without asking again.`,
    withdraw: "Withdraw all",
  },
  contactTitle: "Contact",
  contactText: "Questions about privacy? Write to us by e-mail:",
};
