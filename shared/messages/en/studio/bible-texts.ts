export const bibleTexts = {
  title: "Bible texts",
  intro:
    "Whole texts that this site holds besides the King James Version. They are read, searched and kept on phones without asking anybody else.",
  here: {
    title: "On this site",
    none: "Only the King James Version so far.",
    facts: (verses: string, books: string, size: string) =>
      `${verses} verses in ${books} books, ${size} MB`,
    source: (where: string) => `Source: ${where}`,
    remove: (name: string) => `Remove ${name}`,
    removeTitle: "Remove this text?",
    removeText: (name: string) =>
      `${name} goes from the site and from the selector. Bookmarks and notes stay where they are and show in the other texts.`,
    comesBack: "The settings of the server name this text: it is fetched again by itself.",
    removeConfirm: "Remove",
  },
  coming: {
    title: "On their way",
    begins: "It begins in a moment.",
    progress: (done: string, total: string) => `${done} of ${total} books are here.`,
    failed: {
      unreachable: "The service of free texts could not be reached.",
      busy: "The service of free texts asked us to wait.",
      garbage: "The service answered with something that is no text of the Bible.",
      gone: "The service does not have this text any more.",
      counts: "What came is not the whole text, so nothing of it is shown.",
      "non-commercial": "The licence of this text forbids commercial use.",
      "unknown-licence": "The licence of this text is not known to be free.",
      disk: "The text could not be written to the disk of the server.",
    },
    next: (when: string) => `Tried again by itself: ${when}.`,
    again: (name: string) => `Try again: ${name}`,
    againLabel: "Try again",
    cancel: (name: string) => `Do not fetch ${name}`,
    cancelLabel: "Do not fetch",
  },
  offered: {
    title: "Free texts to add",
    intro:
      "Texts that their owners give away. A text comes whole, which takes about ten minutes, and stays.",
    language: "Language",
    allLanguages: "All languages",
    search: "Name",
    facts: (verses: string, books: string) => `${verses} verses in ${books} books`,
    add: (name: string) => `Add ${name}`,
    addLabel: "Add",
    none: "No free text of this name in this language.",
    more: (count: string) => `${count} more: type a name to find them.`,
    failed: "The service of free texts does not answer now. What is on this site is not touched.",
  },
  licences: {
    pd: "Public domain",
    cc0: "CC0, given to the public",
    "cc-by": "CC BY, with its owner’s name",
    "cc-by-sa": "CC BY-SA, with its owner’s name",
    "cc-by-nd": "CC BY-ND, shown unchanged",
  },
};
