export const noScript = {
  works:
    "Without JavaScript you can read the devotional, the Bible and the lists, and search. Players and your account need it.",
};
