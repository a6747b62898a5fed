export const push = {
  serviceTitle: "A service is about to start",
  serviceBody: (time: string, city: string) => `It begins at ${time}, ${city} time. Watch it live.`,
  announcementTitle: "Announcement",
  devotionalTitle: "Today's devotional",
  devotionalBody: "Start your day with spiritual guidance",
  verseTitle: "Verse of the day",
  verseBody: "Read it in the Bible",
  planTitle: "Your reading plan",
  planBody: "Today's passages are ready when you are",
};
