import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import {
  SCHEDULE_ID,
  scheduleBody,
  type WholeSchedule,
  wholeSchedule,
} from "#shared/studio/kinds/schedule.ts";
import type { FileDefaults } from "#shared/studio/file-defaults.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useDocument } from "#web/features/studio/kit/use-document.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { standingExceptions } from "./schedule-edits.domain.ts";

/**
 * The editing of the one schedule. Changes of single times follow the rules: those of a time that there is
 * no more fall away with it, and are back when the rule is.
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

/** The schedule as followers have it, without one's own changes; a document that cannot be read counts for nothing. */
export function publishedSchedule({ document, seed }: Editor<WholeSchedule>): WholeSchedule {
  const read = scheduleBody.safeParse(document.body ?? {});
  return { ...seed, ...read.data };
}

/** What a service is called, when it is by the ministry's clock, and both in one line. */
export function useServiceWords({ weekly, others, timeZone }: WholeSchedule): {
  nameOf: (id: string) => string;
  whenOf: (ms: number) => string;
  lineOf: (id: string, ms: number) => string;
} {
  const { language } = useSite();
  const { weekdays } = useTexts(liveTvMessages);

  function titleOf(id: string): string | undefined {
    return [...weekly, ...others].find((one) => one.id === id)?.title?.[language];
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
    // A service without a title is called by its weekday, which the time says too.
    lineOf: (id, ms) => [titleOf(id), whenOf(ms)].filter((part) => part !== undefined).join(", "),
  };
}
