export const verseOfDay = {
  title: "Verse of the day",
  description: "A verse of the Bible for each day of the year",
  share: "Share",
  copied: "The link is copied",
  copyFailed: "The link could not be copied",
};
