import { devotionalId } from "#shared/devotional/devotional-date.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";

/** Change that replaces the whole devotional of a day. */
export type DayChange = {
  kind: "devotional";
  id: string;
  changes: Readonly<Record<keyof DevotionalBody, string | null>>;
  baseVersion: number;
};

/** Devotional of a day in one language. */
export type DayText = { day: string; language: Language; body: DevotionalBody };

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
