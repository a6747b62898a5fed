import type { LightText } from "#shared/studio/health.ts";

/** `{name}` and `{name:bytes}` are places for values (fill-words.domain.ts). */
const says: Readonly<Record<LightText, string>> = {
  channelLive: "On air.",
  channelLoop: "Plays its own films, all day.",
  channelOff: "Off air. Nothing is expected right now.",
  channelUnknown: "The source does not say whether it is on air.",
  channelDown: "The source does not answer ({reason}).",
  listsGood: "Last read {at:date}.",
  unitsGood: "Last read {at:date}. Units of today: {spent:number} of {most:number}.",
  listsQuiet: "No list of the video platform was needed since the server started.",
  listsMissing: "The platform does not know these lists: {names}.",
  listsAway: "The video platform does not answer ({reason}). Last read: {at:date}.",
  unitsHigh: "{spent:number} of {most:number} units of today are used. Last read: {at:date}.",
  mailGood: "The last mail was sent {at:date}.",
  mailQuiet: "No mail was sent since the server started.",
  mailFiles: "No mail server is set up: mails are only kept as files on the server.",
  mailFailing: "The mail server does not take mails ({reason}). The last one that went: {at:date}.",
  pushGood: "{devices:number} devices want reminders. The last one went {at:date}.",
  pushQuiet: "{devices:number} devices want reminders. None was due since the server started.",
  pushFailing: "{service} does not take reminders ({reason}). {devices:number} devices want them.",
  pushElsewhere: "Reminders need a database of this server; the project elsewhere has none.",
  databaseGood: "{size:bytes}, {connections:number} of {most:number} connections in use.",
  databaseFull:
    "{connections:number} of {most:number} connections are in use. It holds {size:bytes}.",
  databaseAway: "The database does not answer.",
  projectGood: "The project answers. Its own pages show size and connections.",
  diskGood: "{free:bytes} of {size:bytes} free.",
  diskLasting:
    "{free:bytes} of {size:bytes} free. A day takes {perDay:bytes}, so it lasts {days:number} days.",
  diskShort:
    "{free:bytes} of {size:bytes} free. A day takes {perDay:bytes}, so it lasts only {days:number} days.",
  diskSoonFull: "Only {free:bytes} of {size:bytes} free.",
  diskFull: "Nearly full: {free:bytes} of {size:bytes} free.",
  diskUnknown: "The disk could not be measured.",
  backupsGood: "The newest is of {at:date}. Proven by a restore on {provenAt:date}.",
  backupsUnproven:
    "The newest is of {at:date}. None was tried by a restore yet; that happens once a week.",
  backupsNone: "There is no backup yet. The first one is due in the coming night.",
  backupsOld: "The newest is of {at:date}: older than a night.",
  backupsMissing: "This server makes none. {reason}",
  backupsFailing: "The one of the night could not be made ({reason}). The newest is of {at:date}.",
  backupsBroken: "The newest could not be restored ({reason}).",
  backupsElsewhere: "The project elsewhere keeps its own backups.",
  partsGood: "Everything else that was needed works.",
  partsFailing: "These do not work: {names}.",
  versions: "Site {product}, Node {node}, PostgreSQL {database}.",
  clockGood: "This device and the server agree.",
  clockOff: "This device and the server differ by {seconds:number} seconds.",
};

const next: Partial<Readonly<Record<LightText, string>>> = {
  channelDown:
    "Open Channels and take the back-up source, or ask whoever sends the stream whether it is running.",
  listsMissing: "Open Videos and put in the list’s link again; it may be private or deleted.",
  listsAway: "Visitors see what was read last. It is tried again by itself; look again in an hour.",
  unitsHigh: "New videos may show up late today. Tomorrow the units begin anew.",
  mailFiles:
    "Ask whoever runs the server to set the address of a mail server, such as smtps://login:password@mail.example.org (README names the setting), and to start it again. Until then nobody gets a link to sign in.",
  mailFailing: "Ask the mail provider, or whoever runs the server, to look at the mail account.",
  pushFailing: "It is tried again by itself. Other devices are reached.",
  databaseFull:
    "Ask whoever runs the server to allow more connections, or to look for what holds them.",
  databaseAway: "Ask whoever runs the server to look at once. Pages go on with what they know.",
  diskShort: "Ask whoever runs the server what grows so fast, and to make room this week.",
  diskSoonFull: "Ask whoever runs the server to make room this week: old backups and logs first.",
  diskFull:
    "Ask whoever runs the server to make room today. When it is full, nothing can be saved.",
  backupsNone:
    "Look again tomorrow morning, or ask whoever runs the server to make it now: npm run backup.",
  backupsOld: "Ask whoever runs the server to run: npm run backup.",
  backupsMissing: "Ask whoever runs the server to set it up: README names the settings.",
  backupsFailing:
    "It is tried again each hour. Ask whoever runs the server to look at the disk or the store.",
  backupsBroken: "Ask whoever runs the server to make a new one today: npm run backup.",
  partsFailing:
    "They are tried again by themselves. Tell whoever runs the server if it lasts a day.",
  clockOff:
    "Check that this device sets its clock by itself. Times that you enter here are the ministry’s.",
};

const names: Readonly<Record<string, string> & { other: string }> = {
  lists: "Video lists",
  mail: "Mail",
  push: "Reminders",
  database: "Database",
  disk: "Disk",
  backups: "Backups",
  parts: "Everything else",
  versions: "Versions",
  clock: "Clock",
  other: "Part of the server",
};

export const health = {
  title: "Health",
  intro: "What the site needs, and what to do where a light is not green.",
  says,
  next,
  names,
  tones: { good: "Good", warn: "Needs a look", bad: "Needs you", off: "Quiet" },
  summary: {
    good: "All is well.",
    warn: (count: number) =>
      count === 1 ? "One light needs a look." : `${count} lights need a look.`,
    bad: (count: number) => (count === 1 ? "One light needs you." : `${count} lights need you.`),
  },
  since: (time: string) => `Since ${time}`,
  nextStep: "What helps:",
  readAt: (time: string) => `As of ${time}`,
  lookAgain: "Look again",
  loading: "Looking at everything…",
  failed: "The server did not say how it is.",
  alerts: {
    title: "Tell me by mail",
    text: "One mail when a light turns red, at most every six hours, and one when it is well again. Only you get it.",
    tell: (name: string) => `Tell me by mail: ${name}`,
    short: "Tell me by mail",
    elsewhere:
      "With a project elsewhere this server knows no addresses and cannot write to you. Look here now and then.",
    failed: "That could not be saved. Try again.",
    test: "Send me a test mail",
    testing: "Sending…",
    outcomes: {
      sent: "Sent. Look at your inbox, and among the unwanted mails.",
      file: "Written as a file on the server: no mail server is set up.",
      failed: "The mail server did not take it. The light of mail says why.",
      no_address: "Your account has no mail address.",
      too_many: "That was often enough for now. Try again in an hour.",
    },
  },
  mail: {
    badSubject: (site: string, name: string) => `${site}: ${name} needs you`,
    wellSubject: (site: string, name: string) => `${site}: ${name} is well again`,
    testSubject: (site: string) => `${site}: a test of the health mails`,
    test: "This mail was asked for on the health page. When a light that you follow turns red, a mail comes here.",
    page: (address: string) => `All lights: ${address}`,
  },
};
