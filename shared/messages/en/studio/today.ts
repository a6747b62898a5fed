export const today = {
  title: "Today",
  channels: {
    title: "On air",
    state: {
      live: "On air",
      rerun: "Plays the library around the clock",
      scheduled: "Waits for its time",
      offline: "Nothing is on at the moment",
      down: "The source does not answer",
      unknown: "The source does not tell whether it is on",
      off: "Off air: visitors see a card instead",
    },
    backUp: "The back-up source is playing.",
    goOff: "Off air",
    goOn: "On air",
    useBackUp: "Use back-up",
    useSource: "Use the main source",
    of: (act: string, channel: string) => `${act}: ${channel}`,
    done: {
      off: (channel: string) => `${channel} is off air`,
      on: (channel: string) => `${channel} is on air`,
      backUp: (channel: string) => `${channel} plays its back-up source`,
      source: (channel: string) => `${channel} plays its main source`,
    },
    watching: (count: string) => `About ${count} watching.`,
  },
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
