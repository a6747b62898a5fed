import { expect, it } from "vitest";
import { fillWords } from "./health-texts.ts";

const plain = (text: string): string => text.replaceAll(/\s/g, " ");

it.each([
  ["{free:bytes} free", { free: 1_230_000_000 }, "1.2 GB free", "1,2 Go free"],
  ["{free:bytes}", { free: 0 }, "0 byte", "0 o"],
  [
    "{units:number} of {most:number}",
    { units: 1_234, most: 5_000 },
    "1,234 of 5,000",
    "1 234 of 5 000",
  ],
  [
    "at {at:date}",
    { at: "2026-11-23T06:05:00Z" },
    "at Nov 23, 2026, 8:05 AM",
    "at 23 nov. 2026, 08:05",
  ],
  [
    "because of {reason}",
    { reason: "$& {at} status 500" },
    "because of $& {at} status 500",
    "because of $& {at} status 500",
  ],
  [
    "{missing}, {none:date}, {wrong:date}, {constructor}",
    { none: null, wrong: "?" },
    "–, –, –, –",
    "–, –, –, –",
  ],
])("fills %s with %j", (words, values, english, french) => {
  expect(plain(fillWords(words, values, "en", "Africa/Harare"))).toBe(english);
  expect(plain(fillWords(words, values, "fr", "Africa/Harare"))).toBe(french);
});
