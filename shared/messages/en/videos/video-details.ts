export const videoDetails = {
  share: "Share",
  from: (moment: string) => `From ${moment}`,
  copied: "Link copied",
  notCopied: "The link could not be copied",
  chapters: "Chapters",
  more: (category: string) => `More from ${category}`,
  upNext: "Up next",
  nextIn: (seconds: number) => `Next video in ${seconds} s`,
  playNext: "Play now",
  cancel: "Cancel",
};
