import { expect, it } from "vitest";
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

it("falls back to the other language", () => {
  expect(textIn({ en: "Welcome", fr: "Bienvenue" }, "fr")).toEqual({
    lang: "fr",
    text: "Bienvenue",
  });
  expect(textIn({ en: "Welcome", fr: " " }, "fr")).toEqual({ lang: "en", text: "Welcome" });
  expect(textIn({}, "en")).toBeNull();
});

it.each(["Hope\nBcc: x@evil.example", "Hope\r\n", "Ho\u2028pe", "Ho\0pe"])(
  "rejects %j as a name or title",
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
    // Other texts may have several lines.
    expect(ministrySchema.shape.mission.safeParse("One\nTwo").success).toBe(true);
  },
);

it("accepts a speaker's name on one line and trims it", () => {
  const { speaker } = videoFacts.shape;
  expect(speaker.parse(" Anna ")).toBe("Anna");
  expect(speaker.safeParse("Anna\nBen").success).toBe(false);
  expect(speaker.safeParse(" ").success).toBe(false);
});
