export const price = {
  about: (amount: string) => `About ${amount}`,
  anHour: (amount: string) => `About ${amount} an hour`,
  question: "Save data on this connection?",
  questionText: "With the data saver, players take the smallest picture.",
  save: "Save data",
  asUsual: "Play as usual",
  saverOn: "Data saver is on",
};
