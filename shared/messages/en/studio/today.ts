export const today = {
  title: "Today",
  channelsTitle: "On air",
  service: {
    title: "Next service",
    none: "No service is planned.",
    line: (day: string, zone: string) => `${day} (${zone})`,
    change: "Cancel or move this one",
  },
  missing: {
    title: "Devotionals of the next 7 days",
    all: (language: string) => `${language}: all 7 days are there`,
    some: (language: string, count: number) =>
      count === 1 ? `${language}: 1 day is missing` : `${language}: ${count} days are missing`,
    write: (day: string) => `Write ${day}`,
  },
  lights: { title: "Health", more: "All of it", well: "Everything else is well." },
};
