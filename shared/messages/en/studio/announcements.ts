import type { Severity } from "#shared/announcements/announcement.domain.ts";

const severities: Record<Severity, string> = {
  info: "Good to know",
  important: "Important",
  urgent: "Urgent",
};

export const announcements = {
  title: "Announcements",
  intro:
    "A line above every page. One is shown at a time: the most urgent, then the newest. Visitors may dismiss it on their device.",
  write: "New announcement",
  back: "All announcements",
  none: "Nothing is announced.",
  stages: { now: "Shown now", coming: "Coming", past: "Over" },
  edit: (text: string) => `Change: ${text}`,
  endNow: "End now",
  endNowOf: (text: string) => `End now: ${text}`,
  ended: "The announcement is over",
  endedSummary: (text: string) => `Ended the announcement “${text}”`,
  remove: "Remove",
  removeOf: (text: string) => `Remove: ${text}`,
  removed: "The announcement is removed",
  removedSummary: (text: string) => `Removed the announcement “${text}”`,
  changedSummary: (text: string) => `Announced “${text}”`,
  unnamed: "An announcement",
  broken: "This announcement cannot be read and is not shown. Remove it and write it anew.",
  fields: {
    text: "Text",
    textHint: "One or two short sentences. Left empty, pages in this language show the other text.",
    severity: "How much it matters",
    link: "Link",
    linkHint: "A page of this site such as /live-tv, or an address that begins with https://.",
    from: "From",
    fromHint: (zone: string) => `The time in ${zone}. Empty: at once.`,
    until: "Until",
    untilHint: (zone: string) => `The time in ${zone}. Empty: until you end it.`,
    push: "Also tell phones",
    pushHint:
      "Phones that asked for reminders of services get it once, a minute after you publish or when it begins. Until then you can take it back; changes afterwards do not reach them.",
  },
  severities,
  onPhones: "also told to phones",
  preview: "As it will look",
  span: (from: string, until: string) => `From ${from} until ${until}`,
  onlyFrom: (from: string) => `From ${from}`,
  onlyUntil: (until: string) => `Until ${until}`,
  faults: {
    announcementText: "Write it in at least one language.",
    announcementLink: "A page such as /live-tv, or an address that begins with https://, please.",
    announcementTime: "A date and a time, please.",
    announcementOrder: "It must end after it begins.",
  },
};
