export const references = {
  title: "Passages that speak of the same",
  more: "Show all",
  failed: "The passages could not be loaded.",
  retry: "Try again",
  wordsOf: (version: string) => `In the ${version}`,
  from: "Cross-references:",
};
