export const searchPages = {
  openSearch: (name: string) => `Search ${name}: videos, devotionals, the Bible and pages`,
  pages: {
    "/": {
      title: "Home",
      description: "Both channels, the devotional of the day and the newest videos.",
      words: "start channels television stream",
    },
    "/live-tv": {
      title: "Live TV",
      description: "Our live stream, and when the next live services begin.",
      words:
        "stream channel direct service services schedule programme television watch now church",
    },
    "/video-on-demand": {
      title: "Video on Demand",
      description: "All categories of videos.",
      words: "videos categories replay vod films watch",
    },
    "/devotional": {
      title: "Daily Devotional",
      description: "A verse, a short reading and a prayer for each day.",
      words: "meditation reading bread today day prayer quiet time",
    },
    "/bible": {
      title: "Bible",
      description: "Read, search and listen to the Bible.",
      words: "scripture verse chapter word of god old new testament kjv king james",
    },
    "/watch-history": {
      title: "Watch History",
      description: "The videos that you have watched on this device.",
      words: "seen watched resume continue again",
    },
    "/profile": {
      title: "My Profile",
      description: "Your name, picture and password, and everything that your account holds.",
      words: "account settings avatar photo delete export data password",
    },
    "/auth": {
      title: "Sign In",
      description: "Sign in to your account, or create one.",
      words: "login log in register sign up account password",
    },
    "/privacy-policy": {
      title: "Privacy Policy",
      description: "What this site collects, what it does not, and how to reach us.",
      words: "data protection cookies personal information terms contact gdpr legal",
    },
  },
  links: {
    prayerRequests: {
      title: "Prayer Requests",
      description: "Send us what you would like us to pray for.",
      words: "pray intercession request",
    },
    aboutUs: {
      title: "About Us",
      description: "Who we are and what we believe.",
      words: "ministry pastor church vision belief team",
    },
    contactUs: {
      title: "Contact Us",
      description: "How to reach the ministry.",
      words: "phone email address write help",
    },
    donate: {
      title: "Donate",
      description: "Support the work of the ministry.",
      words: "give giving offering tithe support gift money",
    },
    partnership: {
      title: "Partnership",
      description: "Carry the work of the ministry with us.",
      words: "partner partners support give",
    },
  },
};
