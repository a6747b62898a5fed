/**
 * The texts that every page or Home shows, in English; a lazy page's own texts stand in a file of
 * their own beside this one and load with it. Where the specification gives a wording, it stands to
 * the letter. Functions take what varies, so that each language orders its own words.
 */
export const everyPage = {
  shell: {
    skipToContent: "Skip to content",
    mainNavigation: "Main navigation",
    bottomNavigation: "Quick navigation",
    openMenu: "Open menu",
    closeMenu: "Close menu",
    home: "Home",
    liveTv: "Live TV",
    videos: "Videos",
    devotional: "Devotional",
    history: "History",
    prayerRequests: "Prayer Requests",
    aboutUs: "About Us",
    contactUs: "Contact Us",
    donate: "Donate",
    signIn: "Sign In",
    myProfile: "My Profile",
    signOut: "Sign Out",
    sermons: "Sermons",
    give: "Give",
    bible: "Bible",
    search: "Search",
    switchToDark: "Switch to dark theme",
    switchToLight: "Switch to light theme",
    opensInNewTab: "opens in a new tab",
  },
  footer: {
    followUs: "Follow us",
    quickLinks: "Quick Links",
    liveTv: "Live TV",
    sermonsAndPrograms: "Sermons and Programs",
    give: "Give",
    contactUs: "Contact Us",
    phone: "Phone",
    email: "E-mail",
    address: "Address",
    copyright: (name: string) => `© 2025 ${name}. All rights reserved.`,
    dataSaver: "Data saver",
    privacyChoices: "Privacy choices",
    privacyPolicy: "Privacy Policy",
    termsOfService: "Terms of Service",
    contact: "Contact",
    termsSubject: "Terms of Service Inquiry",
    contactSubject: "Contact Inquiry",
  },
  errors: {
    somethingWentWrong: "Something went wrong",
    unexpected: "An unexpected error occurred",
    tryAgain: "Try again",
    missingPart: "A part of this page did not arrive. Please try again.",
    offline: "You are offline. Check your connection and try again.",
    server: "Our server does not answer at the moment. Please try again in a few minutes.",
  },
  home: {
    description:
      "Watch live Christian TV in English and French, sermons, prophecies, testimonies, music and films on demand.",
    ourChannels: "Our Channels",
    rows: {
      sermons: "Latest Sermons",
      prophecies: "Prophecies",
      "prophecy-confirmations": "Prophecy Confirmations",
      movies: "Movies",
      music: "Music",
    },
    viewAll: "View All",
    viewAllOf: (title: string) => `View all: ${title}`,
  },
  live: {
    badge: "Live",
    offAir: "Off air",
    interrupted: "Interrupted",
    channel247: "24/7 channel",
    pictureInPicture: "Picture-in-picture",
    pipUnsupported: "PiP is not supported for this stream",
    pipPlaying: "Playing in mini player",
    fullscreen: "Fullscreen",
    nowPlaying: (title: string) => `Now playing: ${title}`,
  },
  videos: {
    loadError: "Unable to load content at this time.",
    loadingRow: "Loading videos",
    platformNotice: "Playing loads the video from YouTube (Google).",
    /**
     * The service counts in English: "12K views". A count of none is said in words, and one that nobody
     * knows ("": hidden by its owner, a broadcast to come) is left out, wherever views are shown.
     */
    views: (text: string) => (text === "0 views" ? "No views yet" : text),
    watchedShare: (percent: number) => `${percent}% watched`,
    emptyCategory: "No videos here yet. Please come back soon.",
  },
};
