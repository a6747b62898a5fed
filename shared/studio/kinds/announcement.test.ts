import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { announcementBody } from "./announcement.ts";

const TEXT = { en: "No service on Thursday" };

function faultOf(body: unknown): string | undefined {
  const issue = v.safeParse(announcementBody, body).issues?.[0];
  return issue && `${v.getDotPath(issue)} ${issue.message}`;
}

it("accepts a single language", () => {
  expect(faultOf({ text: TEXT })).toBeUndefined();
  expect(
    faultOf({ text: { en: "", fr: "Pas de culte jeudi" }, severity: "urgent" }),
  ).toBeUndefined();
});

describe("link", () => {
  it.each(["/live-tv", "/", "https://example.org/a?b=c#d"])("may be %s", (link) => {
    expect(faultOf({ text: TEXT, link })).toBeUndefined();
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " https://example.org",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example",
    String.raw`/\evil.example`,
    "/\t/evil.example",
    "http://example.org",
    "https://",
    "https://user@evil.example",
    "ftp://example.org",
    "",
  ])("is never %j", (link) => {
    expect(faultOf({ text: TEXT, link })).toBe("link announcementLink");
  });
});

it("reports each error at its field", () => {
  expect(faultOf({})).toBe("text announcementText");
  expect(faultOf({ text: { en: " " } })).toBe("text announcementText");
  expect(faultOf({ text: { en: "x".repeat(241) } })).toContain("text.en");
  expect(faultOf({ text: TEXT, from: "tomorrow" })).toBe("from announcementTime");
  expect(faultOf({ text: TEXT, severity: "loud" })).toContain("severity");
  expect(
    faultOf(JSON.parse('{"text":{"en":"a"},"__proto__":{"link":"javascript:1"}}')),
  ).toBeDefined();
  const from = "2026-11-23T12:00:00.000Z";
  expect(faultOf({ text: TEXT, from, until: from })).toBe("until announcementOrder");
});
