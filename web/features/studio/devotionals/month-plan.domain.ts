import { HOUR_MS } from "#shared/durations.ts";
import { daysOfMonth } from "#shared/devotional/devotional-date.ts";
import { devotionalId } from "#shared/devotional/devotional-id.ts";
import type { Language } from "#shared/languages.ts";

/** What there is of a day in one language. */
export type DayState =
  /** Everybody reads it. */
  | "published"
  /** It appears by itself, later. */
  | "scheduled"
  /** The writer has begun, and published nothing. */
  | "draft"
  /** Nothing, and the day is yet to come or today. */
  | "missing"
  /** Nothing, and the day is over. */
  | "past";

/** A day of the month's grid. */
export type PlannedDay = { day: string; state: DayState; title: string | null };

/** What is stored of a day and language. */
export type StoredDay = {
  id: string;
  title: string;
  /** ISO instant; null: when the day begins anywhere. */
  publishAt: string | null;
};

type Facts = {
  documents: readonly StoredDay[];
  /** Ids that the writer has a draft of. */
  drafts: readonly string[];
  language: Language;
  /** The writer's calendar day. */
  today: string;
  nowMs: number;
};

const FIRST_ZONE_HOURS = 14;

/** When a day begins anywhere on earth, in milliseconds: its devotional appears then, unless a time is given. */
export function dayBeginsMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - FIRST_ZONE_HOURS * HOUR_MS;
}

/** Each day of a month with what there is of it. */
export function planMonth(month: string, facts: Facts): PlannedDay[] {
  const stored = new Map(facts.documents.map((document) => [document.id, document]));
  const drafts = new Set(facts.drafts);
  return daysOfMonth(month).map((day) => {
    const id = devotionalId(day, facts.language);
    const document = stored.get(id);
    if (document) {
      const { title, publishAt } = document;
      const dueMs = publishAt === null ? dayBeginsMs(day) : Date.parse(publishAt);
      return { day, title, state: dueMs <= facts.nowMs ? "published" : "scheduled" };
    }
    if (drafts.has(id)) return { day, title: null, state: "draft" };
    return { day, title: null, state: day < facts.today ? "past" : "missing" };
  });
}

/** Days of a plan that followers will find empty. */
export function holesOf(plan: readonly PlannedDay[]): number {
  return plan.filter(({ state }) => state === "missing" || state === "draft").length;
}

/** The same day a year before; February 29 has the 28th. */
export function yearBefore(day: string): string {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return same.endsWith("-02-29") ? same.replace("-29", "-28") : same;
}
