import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import {
  SCHEDULE_ID,
  scheduleBody,
  type WholeSchedule,
  wholeSchedule,
} from "#shared/studio/kinds/schedule.ts";
import { textIn } from "#shared/site/localized-text.domain.ts";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { isSame } from "#web/features/studio/kit/merge.domain.ts";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import * as v from "valibot";
import { standingExceptions } from "./schedule-edits.domain.ts";

/**
 * Editor of the schedule. Drops exceptions without an occurrence when a rule changes, and restores
 * them when the rule is restored.
 */
export function useScheduleEditor(file: FileDefaults["services"]): Editor<WholeSchedule> {
  const { timeZone, weekly, others = [], exceptions = [] } = file;
  const editor = useDocument({
    kind: "schedule",
    id: SCHEDULE_ID,
    schema: wholeSchedule,
    seed: { timeZone, weekly, others, exceptions },
  });
  return {
    ...editor,
    put(field, value) {
      editor.put(field, value);
      const published = publishedSchedule(editor).exceptions;
      const edited = { ...editor.values, [field]: value };
      editor.put("exceptions", standingExceptions(edited, published));
    },
  };
}

/** Returns the published schedule without local changes. Ignores a document that is unreadable. */
export function publishedSchedule({ document, defaults }: Editor<WholeSchedule>): WholeSchedule {
  const read = v.safeParse(scheduleBody, document.body ?? {});
  return { ...defaults, ...(read.success && read.output) };
}

/** Returns the ids of services that are new or differ from the published ones. */
export function changedServices(editor: Editor<WholeSchedule>): string[] {
  const { success, output } = v.safeParse(wholeSchedule, editor.values);
  if (!success) return [];
  const { weekly, others } = publishedSchedule(editor);
  return [...output.weekly, ...output.others]
    .filter((service) => ![...weekly, ...others].some((one) => isSame(one, service)))
    .map(({ id }) => id);
}

/** Formats a service's title, its time in the ministry's zone, and both in one line. */
export function useServiceTexts({ weekly, others, timeZone }: WholeSchedule): {
  nameOf: (id: string) => string;
  whenOf: (ms: number) => string;
  lineOf: (id: string, ms: number) => string;
} {
  const { language } = useSite();
  const { weekdays } = useTexts(liveTvMessages);

  function titleOf(id: string): string | undefined {
    const title = [...weekly, ...others].find((one) => one.id === id)?.title;
    return textIn(title ?? {}, language)?.text;
  }

  function whenOf(ms: number): string {
    return new Date(ms).toLocaleString(LANGUAGE_FACTS[language].locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
    });
  }

  return {
    nameOf(id) {
      const service = weekly.find((one) => one.id === id);
      return titleOf(id) ?? (service ? weekdays[service.weekday] : id);
    },
    whenOf,
    // A service without a title is named by its weekday, which the time contains.
    lineOf: (id, ms) => [titleOf(id), whenOf(ms)].filter((part) => part !== undefined).join(", "),
  };
}
