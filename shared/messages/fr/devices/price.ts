import type { price as en } from "#shared/messages/en/devices/price.ts";

export const price = {
  about: (amount) => `Environ ${amount}`,
  anHour: (amount) => `Environ ${amount} par heure`,
  saverOn: "L’économie de données est active",
} satisfies typeof en;
