import { Trash2 } from "lucide-react";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { FEASTS, WEEKDAYS } from "#shared/live/service-rules.domain.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { scheduleMessages } from "#shared/messages/studio/schedule.ts";
import type { WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import type { Editor } from "#web/features/studio/kit/editor.ts";
import { SelectField } from "#web/features/studio/kit/fields/form-fields.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { isSeries } from "./schedule-edits.domain.ts";
import { useServiceTexts } from "./use-schedule.ts";

type Weekly = WholeSchedule["weekly"][number];
type Other = WholeSchedule["others"][number];

type ServiceFieldsProps = {
  editor: Editor<WholeSchedule>;
  list: "weekly" | "others";
  index: number;
  service: Weekly | Other;
};

/** Fields of one service. */
export function ServiceFields({ editor, list, index, service }: ServiceFieldsProps) {
  const texts = useTexts(scheduleMessages);
  const { weekdays } = useTexts(liveTvMessages);
  const { channels } = useSite().ministry;
  const { nameOf } = useServiceTexts(editor.values);
  const { weekly, others } = editor.values;
  const isLast = list === "weekly" && weekly.length === 1;
  const name = nameOf(service.id);
  const all: readonly (Weekly | Other)[] = list === "weekly" ? weekly : others;
  const errorAt = (path: string): string | undefined => editor.errors[`${list}.${index}.${path}`];

  function put(changes: Readonly<Record<string, unknown>>): void {
    editor.put(
      list,
      all.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    );
  }
  function putTitle(language: string, text: string): void {
    const title = Object.fromEntries(
      LANGUAGES.map((one) => [one, one === language ? text : (service.title?.[one] ?? "")]),
    );
    const isEmpty = Object.values(title).every((one) => one === "");
    put({ title: isEmpty && list === "weekly" ? undefined : title });
  }

  return (
    <fieldset className="stack-3 rounded-xl border border-line p-4">
      <legend className="sr-only">{texts.serviceOf(name)}</legend>
      <div className="mt-0 flex min-h-11 items-center justify-between gap-4">
        <h3 aria-hidden className="font-semibold first-letter:uppercase">
          {name}
        </h3>
        {!isLast && (
          <IconButton
            label={texts.removeOf(name)}
            onClick={() =>
              editor.put(
                list,
                all.filter((_, at) => at !== index),
              )
            }
          >
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={texts.name(LANGUAGE_FACTS[language].name)}
            name={`${list}.${index}.title.${language}`}
            lang={language}
            hint={list === "weekly" ? texts.nameHint : texts.oneName}
            value={service.title?.[language] ?? ""}
            error={errorAt(`title.${language}`) ?? errorAt("title")}
            onChange={(event) => putTitle(language, event.currentTarget.value)}
          />
        ))}
        {"weekday" in service && (
          <SelectField
            label={texts.weekday}
            value={service.weekday}
            options={WEEKDAYS.map((value) => ({ value, label: weekdays[value] }))}
            onChoose={(weekday) => put({ weekday })}
          />
        )}
        {"rule" in service && (
          <RuleFields rule={service.rule} errorAt={errorAt} onChange={(rule) => put({ rule })} />
        )}
        <TextField
          label={texts.start}
          name={`${list}.${index}.start`}
          type="time"
          value={service.start}
          error={errorAt("start")}
          onChange={(event) => put({ start: event.currentTarget.value })}
        />
        <TextField
          label={texts.minutes}
          name={`${list}.${index}.durationMinutes`}
          type="number"
          inputMode="numeric"
          min={5}
          max={1_440}
          value={String(service.durationMinutes)}
          error={errorAt("durationMinutes")}
          onChange={(event) => put({ durationMinutes: Number(event.currentTarget.value) })}
        />
        <SelectField
          label={texts.channel}
          value={service.channel ?? ""}
          options={[
            { value: "", label: texts.channelOnAir },
            ...Object.entries(channels).map(([value, { name: label }]) => ({ value, label })),
          ]}
          onChoose={(channel) => put({ channel: channel || undefined })}
        />
      </div>
      {isLast && <p className="text-sm text-ink-soft">{texts.last}</p>}
    </fieldset>
  );
}

type RuleFieldsProps = {
  rule: Other["rule"];
  errorAt: (path: string) => string | undefined;
  onChange: (rule: Readonly<Record<string, unknown>>) => void;
};

function RuleFields({ rule, errorAt, onChange }: RuleFieldsProps) {
  const texts = useTexts(scheduleMessages);
  const { weekdays } = useTexts(liveTvMessages);
  const put = (changes: Readonly<Record<string, unknown>>): void =>
    onChange({ ...rule, ...changes });
  const dateField = (name: "date" | "from" | "until", label: string, value: string) => (
    <TextField
      label={label}
      name={`rule.${name}`}
      type="date"
      value={value}
      error={errorAt(`rule.${name}`)}
      onChange={({ currentTarget }) =>
        put({
          [name]: name === "until" && currentTarget.value === "" ? undefined : currentTarget.value,
        })
      }
    />
  );
  if (rule.kind === "once") return dateField("date", texts.date, rule.date);
  if (rule.kind === "feast") {
    return (
      <SelectField
        label={texts.feast}
        value={rule.feast}
        options={FEASTS.map((value) => ({ value, label: texts.feasts[value] }))}
        onChoose={(feast) => put({ feast })}
      />
    );
  }
  if (!isSeries(rule)) return null;
  return (
    <>
      <SelectField
        label={texts.weekday}
        value={rule.weekday}
        options={WEEKDAYS.map((value) => ({ value, label: weekdays[value] }))}
        onChoose={(weekday) => put({ weekday })}
      />
      {rule.kind === "months" && (
        <SelectField
          label={texts.which}
          value={String(rule.which)}
          options={WHICH.map((value) => ({
            value: String(value),
            label: texts.whichOptions[value],
          }))}
          onChoose={(which) => put({ which: Number(which) })}
        />
      )}
      <TextField
        label={rule.kind === "months" ? texts.everyMonths : texts.everyWeeks}
        name="rule.every"
        type="number"
        inputMode="numeric"
        value={String(rule.every)}
        error={errorAt("rule.every")}
        onChange={(event) => put({ every: Number(event.currentTarget.value) })}
      />
      {dateField("from", texts.from, rule.from)}
      {dateField("until", texts.until, rule.until ?? "")}
    </>
  );
}

const WHICH = [1, 2, 3, 4, -1] as const;
