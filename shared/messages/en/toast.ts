export const toast = {
  dismiss: "Dismiss message",
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
  endedTitle: "You are signed out",
  endedText:
    "This session was ended in another window or on another device, or its time was over. Sign in to go on.",
};
