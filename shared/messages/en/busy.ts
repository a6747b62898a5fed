export const busy = {
  tooManyTitle: "Too many pages at once",
  tooManyText: (seconds: number) =>
    `Very many pages were opened from your network. Please wait ${seconds === 1 ? "1 second" : `${seconds} seconds`} and try again.`,
  busyTitle: "Very many visitors right now",
  busyText: "The server cannot make this page at the moment. Please try again in a few seconds.",
  tryAgain: "Try again",
};
