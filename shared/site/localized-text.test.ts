import { expect, it } from "vitest";
import { categoryBody } from "#shared/studio/kinds/category.ts";
import { ministryBody } from "#shared/studio/kinds/ministry.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import * as v from "valibot";
import { textIn } from "./localized-text.domain.ts";
import {
  channelSchema,
  ministrySchema,
  otherServiceSchema,
  serviceTimeSchema,
} from "./ministry.ts";

it("falls back to the other language", () => {
  expect(textIn({ en: "Welcome", fr: "Bienvenue" }, "fr")).toEqual({
    lang: "fr",
    text: "Bienvenue",
  });
  expect(textIn({ en: "Welcome", fr: " " }, "fr")).toEqual({ lang: "en", text: "Welcome" });
  expect(textIn({}, "en")).toBeNull();
});

it("takes a name in one language for the others, and needs one", () => {
  const { name } = channelSchema.entries;
  const french = { en: "Prière", fr: "Prière" };
  expect(v.parse(name, { fr: " Prière " })).toEqual(french);
  expect(v.parse(name, { en: " ", fr: "Prière" })).toEqual(french);
  for (const missing of [{}, { en: "", fr: "" }, { en: 1, fr: "Prière" }, { de: "Gebet" }, null]) {
    expect(v.is(name, missing)).toBe(false);
  }
});

it.each(["Hope\nBcc: x@evil.example", "Hope\r\n", "Ho\u2028pe", "Ho\0pe"])(
  "rejects %j as a name or title",
  (text) => {
    const fields = [
      ministrySchema.entries.name,
      ministryBody.entries.name,
      channelSchema.entries.name,
      serviceTimeSchema.entries.title,
      otherServiceSchema.entries.title,
      categoryBody.entries.title,
      videoFacts.entries.title,
      videoFacts.entries.series,
    ];
    expect(fields.map((field) => v.is(field, text))).toEqual(fields.map(() => false));
    expect(fields.map((field) => v.safeParse(field, "Hope: é!").success)).toEqual(
      fields.map(() => true),
    );
    // Other texts may have several lines.
    expect(v.safeParse(ministrySchema.entries.mission, "One\nTwo").success).toBe(true);
  },
);

it("accepts a speaker's name on one line and trims it", () => {
  const { speaker } = videoFacts.entries;
  expect(v.parse(speaker, " Anna ")).toBe("Anna");
  expect(v.is(speaker, "Anna\nBen")).toBe(false);
  expect(v.is(speaker, " ")).toBe(false);
});
