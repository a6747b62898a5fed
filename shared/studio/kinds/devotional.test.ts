import { describe, expect, it } from "vitest";
import { devotionalBody } from "./devotional.ts";

const BODY = { title: "La paix", verse: "", content: "Un.\n\n\tDeux." };

/** Returns the rejected fields with their errors. */
function refused(body: unknown): string[] {
  const { error } = devotionalBody.safeParse(body);
  return (error?.issues ?? []).map(({ path, code }) => `${path.join(".")} ${code}`);
}

describe("devotionalBody", () => {
  it.each([
    BODY,
    { ...BODY, reflection: "Où ?", publishAt: "2026-11-23T06:00:00+02:00" },
    { ...BODY, content: "<script>alert(1)</script> javascript:alert(1)" },
  ])("accepts %j", (body) => {
    expect(devotionalBody.parse(body)).toEqual(body);
  });

  it.each<[string, unknown, string[]]>([
    ["no title", { ...BODY, title: "" }, ["title too_small"]],
    ["no text", { ...BODY, content: "" }, ["content too_small"]],
    ["a long title", { ...BODY, title: "x".repeat(201) }, ["title too_big"]],
    ["a long verse", { ...BODY, verse: "x".repeat(501) }, ["verse too_big"]],
    ["a long text", { ...BODY, content: "x".repeat(20_001) }, ["content too_big"]],
    ["an empty reflection", { ...BODY, reflection: "" }, ["reflection too_small"]],
    ["a control character", { ...BODY, title: "a\u0007b" }, ["title custom"]],
    ["a title of two lines", { ...BODY, title: "a\nb" }, ["title invalid_format"]],
    ["a NUL", { ...BODY, content: "a\0b" }, ["content custom"]],
    ["a turning mark", { ...BODY, verse: "a\u202Eb" }, ["verse custom"]],
    [
      "a time without a zone",
      { ...BODY, publishAt: "2026-11-23T06:00" },
      ["publishAt invalid_format"],
    ],
    ["a field of its own", { ...BODY, html: "<b>" }, [" unrecognized_keys"]],
    [
      "a prototype",
      JSON.parse('{"__proto__":{"x":1}}'),
      ["title invalid_type", "verse invalid_type", "content invalid_type", " unrecognized_keys"],
    ],
    ["a list", [], [" invalid_type"]],
  ])("rejects %s at its field", (_what, body, faults) => {
    expect(refused(body)).toEqual(faults);
  });
});
