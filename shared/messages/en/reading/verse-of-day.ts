export const verseOfDay = {
  title: "Verse of the day",
  description: "A verse of the Bible for each day of the year",
  read: "Read it in the Bible",
  share: "Share",
  picture: "As a picture",
  copied: "Copied",
  copyFailed: "It could not be copied. Mark the words and copy them yourself.",
};
