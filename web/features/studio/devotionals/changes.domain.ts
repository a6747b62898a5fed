import { devotionalId } from "#shared/devotional/devotional-id.ts";
import type { Language } from "#shared/languages.ts";
import type { DevotionalBody } from "#shared/studio/kinds/devotional.ts";

/** The change that puts a whole devotional in the place of what is there. */
export type DayChange = {
  kind: "devotional";
  id: string;
  changes: Readonly<Record<keyof DevotionalBody, string | null>>;
  baseVersion: number;
};

/** A devotional for a day and language. */
export type DayText = { day: string; language: Language; body: DevotionalBody };

/** What a new text lacks is taken away from the old one. */
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

/** What may be done with a row of a file. */
export type RowChoice = "add" | "replace" | "keep" | "skip";

/** What is offered for a row, the usual first. */
export function choicesOf(isPublished: boolean): readonly RowChoice[] {
  return isPublished ? ["replace", "keep", "skip"] : ["add", "skip"];
}

/** Whether a choice publishes its row. */
export function isPublishing(choice: RowChoice): boolean {
  return choice === "add" || choice === "replace";
}
