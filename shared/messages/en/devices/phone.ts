export const phone = {
  unreachable: "The server cannot be reached",
  hint: "Check the connection to the internet. The app needs it for its first start.",
  tryAgain: "Try again",
  outdated: "This phone needs an update",
  outdatedHint:
    "Update “Android System WebView” and “Google Chrome” in the Play Store, then open the app again.",
};
