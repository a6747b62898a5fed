import { expect, test } from "vitest";
import { categoryBody } from "#shared/studio/kinds/category.ts";
import { ministryBody } from "#shared/studio/kinds/ministry.ts";
import { videoFacts } from "#shared/videos/video-facts.schema.ts";
import { textIn } from "./localized-text.domain.ts";
import {
  channelSchema,
  ministrySchema,
  otherServiceSchema,
  serviceTimeSchema,
} from "./ministry.ts";

test("a text that is not written in a language is shown in the other", () => {
  expect(textIn({ en: "Welcome", fr: "Bienvenue" }, "fr")).toEqual({
    lang: "fr",
    text: "Bienvenue",
  });
  expect(textIn({ en: "Welcome", fr: " " }, "fr")).toEqual({ lang: "en", text: "Welcome" });
  expect(textIn({}, "en")).toBeNull();
});

test.each(["Hope\nBcc: x@evil.example", "Hope\r\n", "Ho\u2028pe", "Ho\0pe"])(
  "%j is no name and no title",
  (text) => {
    const fields = [
      ministrySchema.shape.name,
      ministryBody.shape.name,
      channelSchema.shape.name,
      serviceTimeSchema.shape.title,
      otherServiceSchema.shape.title,
      categoryBody.shape.title,
      videoFacts.shape.title,
      videoFacts.shape.series,
    ];
    expect(fields.map((field) => field.safeParse(text).success)).toEqual(fields.map(() => false));
    expect(fields.map((field) => field.safeParse("Hope: é!").success)).toEqual(
      fields.map(() => true),
    );
    // Several lines are fine where a text is no name.
    expect(ministrySchema.shape.mission.safeParse("One\nTwo").success).toBe(true);
  },
);

test("a speaker's name is one line, and blanks around it are left out", () => {
  const { speaker } = videoFacts.shape;
  expect(speaker.parse(" Anna ")).toBe("Anna");
  expect(speaker.safeParse("Anna\nBen").success).toBe(false);
  expect(speaker.safeParse(" ").success).toBe(false);
});
