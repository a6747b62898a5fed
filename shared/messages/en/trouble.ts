/** What live players and the pages around them say when there is no picture; see live-trouble.domain.ts. */
export const trouble = {
  offlineTitle: "You are offline",
  offlineText: "It goes on as soon as you are connected again.",
  serverTitle: "Our server can't be reached",
  serverText: "Your device seems to be connected. We keep trying while you stay here.",
  slowTitle: "The connection is slow",
  slowText: "The picture comes as soon as enough of it has arrived.",
  tryAgain: "Try again",
};
