export const session = {
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
  endedTitle: "You are signed out",
  endedText:
    "This session was ended in another window or on another device, or its time was over. Sign in to go on.",
  heldTitle: "You are signed in until you close this tab",
  heldText:
    "This browser keeps no data of this site: its storage is full or blocked. Closing or reloading the tab signs you out.",
  clockTitle: "This device’s clock is wrong",
  clockText: (length: string, isAhead: boolean) =>
    `It is about ${length} ${isAhead ? "fast" : "slow"}. Let the device set date, time and time zone by itself; until then this site counts by the server’s time.`,
};
