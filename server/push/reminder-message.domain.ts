import { type Language, LANGUAGE_FACTS, localisedPath } from "#shared/languages.ts";
import { pushMessages } from "#shared/messages/push.ts";
import type { PushMessage } from "#shared/contracts/push.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import type { DueAnnouncement, DueReminder } from "./due-reminders.domain.ts";

export type ReminderContext = {
  /** The ministry's zone, for the times in texts. */
  timeZone: string;
  /** Title of the day's devotional, if known. */
  devotionalTitle: string | null;
};

/** Message of an announcement. A tap opens its link if that is a page of this site, else Home. */
export function announcementMessage(
  { text, link = "/" }: DueAnnouncement,
  language: Language,
): PushMessage {
  return {
    title: pushMessages[language].announcementTitle,
    body: textIn(text, language)?.text ?? "",
    url: localisedPath(link.startsWith("/") ? link : "/", language),
    tag: "announcement",
    language,
  };
}

/** A verse in its reminder; `path` is its page, without the language. */
export type VerseWords = { text: string; reference: string; path: string };

/** The verse of the day; without its text it links to the Bible. */
export function verseMessage(verse: VerseWords | null, language: Language): PushMessage {
  const texts = pushMessages[language];
  return {
    title: texts.verseTitle,
    body: verse ? `${verse.text} – ${verse.reference}` : texts.verseBody,
    url: localisedPath(verse?.path ?? "/bible", language),
    tag: "verse",
    language,
  };
}

/** Names no plan: progress in plans stays on the device. */
export function planMessage(language: Language): PushMessage {
  const texts = pushMessages[language];
  return {
    title: texts.planTitle,
    body: texts.planBody,
    url: localisedPath("/bible/plans", language),
    tag: "plan",
    language,
  };
}

/** Message of a reminder in the subscriber's language. */
export function reminderMessage(
  reminder: DueReminder,
  language: Language,
  { timeZone, devotionalTitle }: ReminderContext,
): PushMessage {
  const texts = pushMessages[language];
  if (reminder.topic === "devotional") {
    return {
      title: texts.devotionalTitle,
      body: devotionalTitle ?? texts.devotionalBody,
      url: localisedPath("/devotional", language),
      tag: "devotional",
      language,
    };
  }
  const time = new Date(reminder.endsAtMs).toLocaleTimeString(LANGUAGE_FACTS[language].locale, {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
  return {
    title: texts.serviceTitle,
    body: texts.serviceBody(time.replace(/[\u202F\u00A0]/g, " "), city),
    url: localisedPath("/live-tv", language),
    tag: "services",
    language,
  };
}
