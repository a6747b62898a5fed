import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { devotionalBody } from "./devotional.ts";

const BODY = { title: "La paix", verse: "", content: "Un.\n\n\tDeux." };

/** Returns the rejected fields with their errors. */
function refused(body: unknown): string[] {
  const { issues = [] } = v.safeParse(devotionalBody, body);
  return issues.map((issue) => `${v.getDotPath(issue)} ${issue.type}`);
}

describe("devotionalBody", () => {
  it.each([
    BODY,
    { ...BODY, reflection: "Où ?", publishAt: "2026-11-23T06:00:00+02:00" },
    { ...BODY, content: "<script>alert(1)</script> javascript:alert(1)" },
  ])("accepts %j", (body) => {
    expect(v.parse(devotionalBody, body)).toEqual(body);
  });

  it.each<[string, unknown, string[]]>([
    ["no title", { ...BODY, title: "" }, ["title min_length"]],
    ["no text", { ...BODY, content: "" }, ["content min_length"]],
    ["a long title", { ...BODY, title: "x".repeat(201) }, ["title max_length"]],
    ["a long verse", { ...BODY, verse: "x".repeat(501) }, ["verse max_length"]],
    ["a long text", { ...BODY, content: "x".repeat(20_001) }, ["content max_length"]],
    ["an empty reflection", { ...BODY, reflection: "" }, ["reflection min_length"]],
    ["a control character", { ...BODY, title: "a\u0007b" }, ["title check"]],
    ["a title of two lines", { ...BODY, title: "a\nb" }, ["title regex"]],
    ["a NUL", { ...BODY, content: "a\0b" }, ["content check"]],
    ["a turning mark", { ...BODY, verse: "a\u202Eb" }, ["verse check"]],
    ["a time without a zone", { ...BODY, publishAt: "2026-11-23T06:00" }, ["publishAt check"]],
    ["a field of its own", { ...BODY, html: "<b>" }, ["html strict_object"]],
    [
      "a prototype",
      JSON.parse('{"__proto__":{"x":1}}'),
      [
        "title strict_object",
        "verse strict_object",
        "content strict_object",
        "__proto__ strict_object",
      ],
    ],
    ["a list", [], ["title strict_object", "verse strict_object", "content strict_object"]],
  ])("rejects %s at its field", (_what, body, faults) => {
    expect(refused(body)).toEqual(faults);
  });
});
