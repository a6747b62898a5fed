import { expect, it } from "vitest";
import * as v from "valibot";
import { EMAIL_ADDRESS, isDay, isInstant } from "#shared/formats.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { httpsUrl } from "#shared/site/ministry.ts";
import { wholeSchedule, type WholeSchedule } from "#shared/studio/kinds/schedule.ts";
import { errorTextsOf } from "./field-errors.domain.ts";

const texts = kitMessages.en.faults;
const schema = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5))),
  word: v.optional(v.pipe(v.string(), v.minLength(3))),
  site: v.optional(httpsUrl("https only")),
  mail: v.optional(v.pipe(v.string(), v.regex(EMAIL_ADDRESS))),
  day: v.optional(v.pipe(v.string(), v.check(isDay))),
  at: v.optional(v.pipe(v.string(), v.check(isInstant))),
  side: v.optional(v.picklist(["left", "right"])),
  minutes: v.optional(v.pipe(v.number(), v.minValue(5), v.maxValue(60))),
  hosts: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2))),
  local: v.optional(v.strictObject({ en: v.string(), fr: v.string() })),
  id: v.optional(v.pipe(v.string(), v.regex(/^a$/, "onlyA"))),
});

it.each([
  [{ name: "" }, { name: texts.missing }],
  [{ name: "123456" }, { name: texts.tooLong(5) }],
  [{ word: "ab" }, { word: texts.tooShort(3) }],
  [{ site: "javascript:alert(1)" }, { site: texts.url }],
  [{ mail: "ruth" }, { mail: texts.email }],
  [{ day: "2026-02-30" }, { day: texts.date }],
  [{ at: "2026-02-30T06:00:00Z" }, { at: texts.date }],
  [{ side: "up" }, { side: texts.choice }],
  [{ minutes: 1 }, { minutes: texts.tooLow(5) }],
  [{ minutes: 61 }, { minutes: texts.tooHigh(60) }],
  [{ minutes: "x" }, { minutes: texts.number }],
  [{ hosts: [] }, { hosts: texts.tooFew(1) }],
  [{ hosts: ["a", "b", "c"] }, { hosts: texts.tooMany(2) }],
  [{ local: { en: "a" } }, { "local.fr": texts.missing }],
  [{ name: 5 }, { name: texts.unknown }],
  [{ id: "b" }, { id: "Only the letter a." }],
  [
    { id: "b", name: "" },
    { id: "Only the letter a.", name: texts.missing },
  ],
  [{}, {}],
])("reports for %j: %j", (value, errors) => {
  const { issues = [] } = v.safeParse(schema, value);
  expect(errorTextsOf(issues, texts, { onlyA: "Only the letter a." })).toEqual(errors);
});

const SERVICE = { id: "sunday", start: "10:00", durationMinutes: 90 };
const SCHEDULE: WholeSchedule = {
  timeZone: "Africa/Harare",
  weekly: [{ ...SERVICE, weekday: "sunday" }],
  others: [
    {
      ...SERVICE,
      title: { en: "Easter", fr: "Pâques" },
      rule: { kind: "feast", feast: "easter" },
    },
  ],
  exceptions: [{ serviceId: "sunday", date: "2026-11-22", kind: "cancelled" }],
};

it.each([
  ["weekly", 100],
  ["others", 50],
  ["exceptions", 200],
] as const)("names a schedule with too many %s at the list", (list, most) => {
  const many = Array.from({ length: most + 1 }, () => SCHEDULE[list][0]);
  const { issues = [] } = v.safeParse(wholeSchedule, { ...SCHEDULE, [list]: many });
  expect(errorTextsOf(issues, texts)[list]).toBe(texts.tooMany(most));
});
