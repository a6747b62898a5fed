import { devotionalId, daysOfMonth } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";
import { HOUR_MS } from "@reign-tv/kit/durations.ts";

/** Change that replaces the whole devotional of a day. */
type DayChange = {
  kind: "devotional";
  id: string;
  changes: Readonly<Record<keyof DevotionalBody, string | null>>;
  baseVersion: number;
};

/** Devotional of a day in one language. */
type DayText = { day: string; language: Language; body: DevotionalBody };

/** Also removes the fields that the new text lacks. */
export function changeOf({ day, language, body }: DayText, baseVersion: number): DayChange {
  return {
    kind: "devotional",
    id: devotionalId(day, language),
    changes: {
      title: body.title,
      verse: body.verse,
      content: body.content,
      reflection: body.reflection ?? null,
      publishAt: body.publishAt ?? null,
    },
    baseVersion,
  };
}

/** Action for a row of a file. */
export type RowChoice = "add" | "replace" | "keep" | "skip";

/** Returns the possible actions for a row, the default first. */
export function choicesOf(isPublished: boolean): readonly RowChoice[] {
  return isPublished ? ["replace", "keep", "skip"] : ["add", "skip"];
}

/** Returns true for an action that publishes the row. */
export function isPublishing(choice: RowChoice): boolean {
  return choice === "add" || choice === "replace";
}

/** State of a day in one language. */
export type DayState =
  | "published"
  /** Published with a time to come. */
  | "scheduled"
  /** Only a draft of the user exists. */
  | "draft"
  /** Empty, today or in the future. */
  | "missing"
  /** Empty and past. */
  | "past";

export type PlannedDay = { day: string; state: DayState; title: string | null };

/** Stored state of a day in one language. */
export type StoredDay = {
  id: string;
  title: string;
  /** ISO instant; null: when the day begins in the first time zone. */
  publishAt: string | null;
};

type MonthData = {
  documents: readonly StoredDay[];
  /** Ids that have a draft of the user. */
  drafts: readonly string[];
  language: Language;
  /** Calendar day of the user. */
  today: string;
  nowMs: number;
};

const FIRST_ZONE_HOURS = 14;

/**
 * Milliseconds at which a day begins in the first time zone on earth: a devotional without a time
 * appears then.
 */
export function dayBeginsMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - FIRST_ZONE_HOURS * HOUR_MS;
}

/** Returns each day of a month with its state. */
export function planMonth(month: string, data: MonthData): PlannedDay[] {
  const stored = new Map(data.documents.map((document) => [document.id, document]));
  const drafts = new Set(data.drafts);
  return daysOfMonth(month).map((day) => {
    const id = devotionalId(day, data.language);
    const document = stored.get(id);
    if (document) {
      const { title, publishAt } = document;
      const dueMs = publishAt === null ? dayBeginsMs(day) : Date.parse(publishAt);
      return { day, title, state: dueMs <= data.nowMs ? "published" : "scheduled" };
    }
    if (drafts.has(id)) return { day, title: null, state: "draft" };
    return { day, title: null, state: day < data.today ? "past" : "missing" };
  });
}

/** Counts the missing days of a plan. */
export function countMissing(plan: readonly PlannedDay[]): number {
  return plan.filter(({ state }) => state === "missing" || state === "draft").length;
}

/** Returns the same day a year before; February 28 for February 29. */
export function yearBefore(day: string): string {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return same.endsWith("-02-29") ? same.replace("-29", "-28") : same;
}
