export const language = {
  label: "Language",
  offer: "This page is also in English.",
  accept: "Read in English",
  decline: "No, thanks",
};
