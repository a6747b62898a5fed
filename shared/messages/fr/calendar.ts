import type { calendar as en } from "#shared/messages/en/calendar.ts";

export const calendar = {
  title: (ministry: string) => `${ministry} : cultes en direct`,
  service: (ministry: string) => `Culte en direct : ${ministry}`,
  description: (url: string) => `Regarder en direct : ${url}`,
} satisfies typeof en;
