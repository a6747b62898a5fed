import { expect, it } from "vitest";
import { z } from "zod";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { wholeSchedule } from "#shared/studio/kinds/schedule.ts";
import { errorTextsOf } from "./field-errors.domain.ts";

const texts = kitMessages.en.faults;
const schema = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  word: z.string().min(3).optional(),
  site: z.url({ protocol: /^https$/ }).optional(),
  mail: z.email().optional(),
  day: z.iso.date().optional(),
  time: z.iso.time().optional(),
  side: z.enum(["left", "right"]).optional(),
  minutes: z.number().min(5).max(60).optional(),
  hosts: z.array(z.string()).min(1).max(2).optional(),
  local: z.strictObject({ en: z.string(), fr: z.string() }).optional(),
  id: z.string().regex(/^a$/, "onlyA").optional(),
});

it.each([
  [{ name: "" }, { name: texts.missing }],
  [{ name: "123456" }, { name: texts.tooLong(5) }],
  [{ word: "ab" }, { word: texts.tooShort(3) }],
  [{ site: "javascript:alert(1)" }, { site: texts.url }],
  [{ mail: "ruth" }, { mail: texts.email }],
  [{ day: "2026-02-30" }, { day: texts.date }],
  [{ time: "25:00" }, { time: texts.time }],
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
  const { error } = schema.safeParse(value, { reportInput: true });
  expect(errorTextsOf(error?.issues ?? [], texts, { onlyA: "Only the letter a." })).toEqual(errors);
});

it.each([
  ["weekly", 100],
  ["others", 50],
  ["exceptions", 200],
])("names a schedule with too many %s at the list", (list, most) => {
  const parsed = wholeSchedule.safeParse({ [list]: Array.from({ length: most + 1 }) });
  expect(errorTextsOf(parsed.error?.issues ?? [], texts)[list]).toBe(texts.tooMany(most));
});
