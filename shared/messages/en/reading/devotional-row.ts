export const devotionalRow = {
  title: "Today's Devotional",
  text: "Start your day with spiritual guidance",
  link: "Read Today's Devotional",
};
