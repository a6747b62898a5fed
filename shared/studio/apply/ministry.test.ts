import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ministrySchema } from "#shared/site/ministry.ts";
import type { DocumentBody, StudioDocument } from "#shared/studio/documents.ts";
import * as v from "valibot";
import { applyAnnouncements, applyMinistry } from "./apply-documents.ts";

const FILE = v.parse(ministrySchema, JSON.parse(readFileSync("ministry.json", "utf8")));

function document(
  kind: StudioDocument["kind"],
  id: string,
  body: DocumentBody | null,
): StudioDocument {
  return { kind, id, body, version: 3, updatedAt: null, updatedBy: null };
}

it("applies the ministry document field by field", () => {
  const body = { name: "Harvest", phone: "", youtube: "https://www.youtube.com/@harvest", x: "" };
  const { ministry, faults } = applyMinistry(FILE, [document("ministry", "ministry", body)]);
  expect(faults).toEqual([]);
  expect(ministry).toMatchObject({ name: "Harvest", email: FILE.email, tagline: FILE.tagline });
  expect(ministry.phone).toBeUndefined();
  expect(ministry.social.youtube).toBe("https://www.youtube.com/@harvest");
  expect(ministry.social.x).toBeUndefined();
  expect(ministry.social.facebook).toBe(FILE.social.facebook);
});

it.each([
  [{ name: "" }],
  [{ email: "no address" }],
  [{ donate: "javascript:alert(1)" }],
  [{ give: "http://example.org" }],
  [{ tagline: { en: "Only one" } }],
  [{ unknown: "field" }],
])("skips and reports %j, and keeps the file", (body) => {
  const { ministry, faults } = applyMinistry(FILE, [document("ministry", "ministry", body)]);
  expect(faults).toMatchObject([{ kind: "ministry", id: "ministry" }]);
  expect(ministry).toBe(FILE);
});

it("adds announcements by id and version, without invalid or removed ones", () => {
  const updatedAt = "2026-11-23T10:00:00Z";
  const body = { text: { en: "No service" }, push: true };
  const told = { ...document("announcement", "told", body), updatedAt };
  const { ministry, faults } = applyAnnouncements(FILE, [
    document("announcement", "easter", { text: { fr: "Christ est ressuscité" }, push: false }),
    told,
    document("announcement", "gone", null),
    document("announcement", "bad", { text: { en: "Click" }, link: "javascript:alert(1)" }),
  ]);
  expect(ministry.announcements).toEqual([
    { key: "easter.3", text: { fr: "Christ est ressuscité" }, severity: "info" },
    {
      key: "told.3",
      text: { en: "No service" },
      severity: "info",
      push: { id: "told", publishedAt: updatedAt },
    },
  ]);
  expect(faults).toEqual([{ kind: "announcement", id: "bad", message: "link: announcementLink" }]);
});
