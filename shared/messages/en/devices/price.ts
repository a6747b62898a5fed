export const price = {
  about: (amount: string) => `About ${amount}`,
  anHour: (amount: string) => `About ${amount} an hour`,
  saverOn: "Data saver is on",
};
