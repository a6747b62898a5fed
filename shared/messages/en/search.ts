import { type SearchKind } from "#shared/search/search-address.ts";

export const search = {
  title: "Search",
  description: "Search all videos, the daily devotionals, the Bible and the pages of this site.",
  resultsFor: (question: string) => `Results for “${question}”`,
  field: "Search videos, devotionals, the Bible",
  submit: "Search",
  clear: "Clear search",
  close: "Close search",
  suggestions: "Suggestions",
  allResults: (question: string) => `All results for “${question}”`,
  recent: "Recent searches",
  clearRecent: "Clear recent searches",
  recentNote: "Kept on this device only.",
  groups: "Kinds of results",
  everything: "All",
  kinds: {
    videos: "Videos",
    devotionals: "Devotionals",
    bible: "Bible",
    pages: "Pages",
  } as Readonly<Record<SearchKind, string>>,
  suggestionKinds: { reference: "Bible", video: "Video", devotional: "Devotional", page: "Page" },
  showAll: (count: string, kind: string) => `Show all ${count}: ${kind}`,
  firstOf: (shown: string, total: string) => `The best ${shown} of ${total}`,
  found: (count: number, text: string) => (count === 1 ? "1 result" : `${text} results`),
  openBible: (place: string) => `Open ${place} in the Bible`,
  /** Which version the verses are of, by its name. */
  /** @param _isForeign whether its text is in English on a page of another language. */
  bibleVersion: (name: string, _isForeign: boolean) => name,
  wholeBible: "Search on in the Bible",
  searching: "Searching",
  failed: "The search could not be made. Check your connection and try again.",
  tooMany: "Too many searches came from this connection. Please wait a moment and try again.",
  tryAgain: "Try again",
  partial: (parts: string) => `Not everything could be searched just now. Missing: ${parts}.`,
  nothing: (question: string) => `Nothing found for “${question}”`,
  nothingHint:
    "Check the spelling, or try fewer or other words. Accents and capitals do not matter.",
  nearest: "The nearest titles",
  browse: "Or look through the categories",
  tooShort: "Write at least two letters.",
  canSearch: "What you can find here",
  examples: {
    title: "For example",
    questions: ["healing", "faith", "John 3:16", "Psalm 23", "prayer"],
  },
  parts: [
    {
      title: "Videos",
      text: "All sermons, prophecies, testimonies, films and songs, by title, subject or category.",
    },
    { title: "Devotionals", text: "By their title, verse or text." },
    { title: "Bible", text: "A place, such as John 3:16, or the words of a verse." },
    { title: "Pages", text: "Live TV, giving, prayer requests, your account." },
  ],
};

/** For the server alone: the pages that it finds. */
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
    "/bible/plans": {
      title: "Reading plans",
      description: "Read the Bible a little every day, at your own pace.",
      words: "plan daily year gospels psalms proverbs whole bible days calendar",
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
