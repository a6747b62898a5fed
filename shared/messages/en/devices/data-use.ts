export const dataUse = {
  title: "Data on this device",
  saverHint: "Smaller pictures, no video above 360p, and nothing starts by itself.",
  limit: (amount: string) => `Stop at ${amount}`,
  limitHint: "Players stop when a visit has used that much, and ask before they go on.",
  used: (amount: string, month: string) => `Used in ${month}: ${amount}`,
  note: "Counted on this device for the players of this site, and told to nobody. Players of others, such as YouTube, count as about 250 MB an hour.",
};
