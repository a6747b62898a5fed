export const toast = {
  dismiss: "Dismiss message",
  signedOutTitle: "Signed out",
  signedOutText: "You have been successfully signed out",
};
