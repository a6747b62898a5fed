export const verseOfDay = {
  title: "Verse of the day",
  description: "A verse of the Bible for each day of the year",
  feed: "Verse of the day as a feed (RSS)",
  share: "Share",
  copied: "The link is copied",
  copyFailed: "The link could not be copied",
};
