export const devotionals = {
  title: "Devotionals",
  intro:
    "Each day in each language. A day without a devotional shows one of the thirty of the product.",
  import: "Import a file",
  previousMonth: "Previous month",
  nextMonth: "Next month",
  thisMonth: "This month",
  grid: (language: string, month: string) => `${language}, ${month}`,
  holes: (count: number) => {
    if (count === 0) return "Nothing is missing";
    return count === 1 ? "1 day is missing" : `${count} days are missing`;
  },
  states: {
    published: "published",
    scheduled: "appears later",
    draft: "draft, not published",
    missing: "missing",
    past: "none",
  },
  dayLabel: (day: string, state: string, title: string) =>
    title === "" ? `${day}: ${state}` : `${day}: ${state}, “${title}”`,
  legend: "What the signs mean",
  copyMonth: (month: string) => `Fill the gaps from ${month}`,
  copiedMonth: (count: number) => (count === 1 ? "1 day was filled" : `${count} days were filled`),
  copySummary: (count: number, month: string, language: string) =>
    `Devotionals: filled ${count} days of ${month} (${language}) from the year before`,
  nothingToCopy: "There is nothing to copy",
  nothingToCopyText: (month: string) =>
    `For the days that are missing here, ${month} has no devotional.`,

  backToMonth: "Back to the month",
  previousDay: "Previous day",
  nextDay: "Next day",
  noSuchDay: "There is no such day.",
  editorTitle: (day: string, language: string) => `Devotional of ${day} (${language})`,
  state: {
    none: "Not published yet",
    published: (time: string) => `Published, readable since ${time}`,
    scheduled: (time: string) => `Published, readable from ${time}`,
  },
  fields: {
    title: "Title",
    verse: "Verse",
    verseHint: "The words and where they stand: “Jesus wept.” — John 11:35 (KJV)",
    content: "Text",
    contentHint: "An empty line begins a new paragraph.",
    reflection: "Reflection",
    reflectionHint: "A question for the day. Empty: the question that all days have.",
  },
  signs: "It holds signs that cannot be shown. Type it anew instead of pasting it.",
  toolbar: {
    name: "Format the text",
    emphasis: "Italic",
    strong: "Bold",
    quote: "Quotation",
    list: "List",
    link: "Link",
    words: "text",
  },
  length: (words: number, minutes: number) => {
    const count = words === 1 ? "1 word" : `${words} words`;
    return minutes === 0 ? count : `${count}, about ${minutes} min to listen to`;
  },
  lengthHint: "200 words are one minute.",
  appear: {
    label: "When it appears",
    atDay: "When the day begins",
    atDayHint: "At its midnight, wherever the reader is.",
    atTime: "At a time of its own",
    time: "Day and time",
    timeHint: (zone: string) => `On the clock of this device (${zone}).`,
  },
  references: {
    title: "Bible references",
    none: "None yet. Write one such as John 3:16 and it leads to the Bible.",
    checking: (reference: string) => `${reference}: looking it up`,
    found: (reference: string) => `${reference}: found`,
    missing: (reference: string, version: string) =>
      `${reference}: there is no such verse (${version})`,
    noChapter: (reference: string) => `${reference}: there is no such chapter`,
    failed: (reference: string) => `${reference}: could not be looked up`,
    show: "Show the text",
    showOf: (reference: string) => `Show the text: ${reference}`,
    insert: "Quote it in the text",
    version: "Version",
    otherLanguage: (name: string) => `The text is in ${name}; it is only checked here.`,
  },
  preview: {
    title: "As a follower sees it",
    untitled: "Without a title yet",
  },
  copy: {
    lastYear: (day: string) => `Start from ${day}`,
    language: (name: string) => `Start from the text in ${name}`,
    done: "Copied. Nothing is published yet.",
  },
  takeBack: "Take back",
  takenBack: "The devotional is no longer published",
  publishSummary: (day: string, language: string, title: string) =>
    `Devotional of ${day} (${language}): ${title}`,
  removeSummary: (day: string, language: string) =>
    `Took back the devotional of ${day} (${language})`,

  file: {
    title: "Import devotionals",
    intro:
      "Choose a JSON file or a table saved as CSV. You see every day before anything is published, and can undo all of it at once.",
    columns:
      "Columns: date (or day), title, verse, content; if you like, language, reflection and publishAt.",
    month: "Month, where a row gives a day alone",
    language: "Language, where a row names none",
    choose: "Choose a file",
    faults: {
      type: "Choose a file whose name ends in .json or .csv. A spreadsheet can be saved as CSV.",
      size: "The file may be at most 4 MB.",
      syntax: "The file is not valid JSON.",
      array: "JSON must be an array",
      count: "A file may hold at most 800 days.",
      columns: "The first line must name the columns: date or day, title and content at least.",
      empty: "There is no day in this file.",
    },
    found: (good: number, bad: number) => {
      const days = good === 1 ? "1 day is ready" : `${good} days are ready`;
      if (bad === 0) return `${days}.`;
      return bad === 1 ? `${days}, 1 has a fault.` : `${days}, ${bad} have a fault.`;
    },
    dateOrder: "How are the dates of this file written?",
    dateOrderText: (date: string) =>
      `None of them shows whether the day or the month stands first. Which day is ${date}?`,
    existing: "Days that are published already",
    choices: {
      add: "Add",
      replace: "Replace",
      keep: "Keep what is published",
      skip: "Leave out",
    },
    table: "Days of the file",
    place: (line: number, title: string) =>
      title === "" ? `Line ${line}` : `Line ${line}: ${title}`,
    choiceOf: (day: string) => `What to do with ${day}`,
    noDay: "No day",
    fault: {
      item: "This is not a devotional.",
      day: "No such day. Write it as 2026-11-23 or 23/11/2026.",
      language: "A language that this site does not have.",
      twice: (line: number) => `The same day stands on line ${line} already.`,
      missing: (field: string) => `${field}: is missing.`,
      long: (field: string) => `${field}: is too long.`,
      signs: (field: string) => `${field}: holds signs that cannot be shown.`,
      text: (field: string) => `${field}: must be a text.`,
      time: "The time it appears cannot be read. Write it as 2026-11-23T06:00:00Z.",
    },
    publish: (count: number) =>
      count === 1 ? "Publish 1 devotional" : `Publish ${count} devotionals`,
    publishing: "Publishing…",
    done: (count: number) =>
      count === 1 ? "1 devotional is published" : `${count} devotionals are published`,
    summary: (count: number) => `Imported ${count} devotionals`,
    conflict: "Somebody has just changed one of these days",
    conflictText:
      "Nothing was imported. The table is up to date now: look at it and publish again.",
    looking: "Looking at what is published…",
  },
};
