import { Plus } from "lucide-react";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { FEASTS, type Feast } from "#shared/live/service-rules.domain.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { localDay, type NewKind, withService } from "./schedule-edits.domain.ts";
import { publishedSchedule } from "./use-schedule.ts";

const KINDS: readonly NewKind[] = ["weekly", "months", "weeks", "once"];

/** Adds a recurring service or a special day, whose fields are then filled in. */
export function AddService({ editor }: { editor: Editor<WholeSchedule> }) {
  const texts = useTexts(scheduleMessages);
  const { values } = editor;

  function add(kind: NewKind | Feast, nameIn: (language: Language) => string): void {
    const title = Object.fromEntries(LANGUAGES.map((language) => [language, nameIn(language)]));
    // Uses the published zone: the one in the form may be incomplete.
    const today = localDay(Date.now(), publishedSchedule(editor).timeZone);
    const next = withService(values, kind, { title, today });
    if (next.weekly !== values.weekly) editor.put("weekly", next.weekly);
    if (next.others !== values.others) editor.put("others", next.others);
  }

  return (
    <div className="stack-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.add}</h3>
      <div className="flex flex-wrap gap-2">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            onClick={() => add(kind, (language) => scheduleMessages[language].newService)}
            className={buttonStyle("outline")}
          >
            <Plus aria-hidden className="size-4" />
            {texts.kinds[kind]}
          </button>
        ))}
      </div>
      <h3 className="font-semibold">{texts.specialDays}</h3>
      <div className="flex flex-wrap gap-2">
        {FEASTS.map((feast) => (
          <button
            key={feast}
            type="button"
            onClick={() => add(feast, (language) => scheduleMessages[language].feasts[feast])}
            className={buttonStyle("outline")}
          >
            <Plus aria-hidden className="size-4" />
            {texts.feasts[feast]}
          </button>
        ))}
      </div>
    </div>
  );
}
