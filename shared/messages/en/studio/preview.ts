export const preview = {
  band: "Preview: only those who have this link see this page like this.",
  overTitle: "This preview is over",
  overText: "A preview lasts for one day. Ask whoever sent you the link for a new one.",
  home: "Go to Home",
};
