import { describe, expect, it } from "vitest";
import {
  negotiateMediaType,
  applyRangeHeader,
  contentRange,
  pageStatus,
} from "./grammar/http-headers.domain.ts";
import { appliedPreferences, parsePreferences } from "./grammar/preferences.domain.ts";

describe("Prefer", () => {
  it("has defaults when it is absent", () => {
    expect(parsePreferences(undefined)).toEqual({
      returns: null,
      resolution: null,
      missing: null,
      count: null,
      handling: null,
      maxAffected: null,
      timeZone: null,
      invalid: [],
    });
  });

  it("uses the first of duplicates and lists unknown preferences", () => {
    const header =
      "return=representation, resolution=merge-duplicates,missing=default ,count=exact,count=planned," +
      "handling=strict,max-affected=5,timezone=Europe/Paris,tx=rollback,return=all,max-affected=x,timezone=Mars/One";
    expect(parsePreferences(header)).toEqual({
      returns: "representation",
      resolution: "merge-duplicates",
      missing: "default",
      count: "exact",
      handling: "strict",
      maxAffected: 5,
      timeZone: "Europe/Paris",
      invalid: ["tx=rollback", "return=all", "max-affected=x", "timezone=Mars/One"],
    });
  });

  it("is repeated in the response, max-affected only when enforced", () => {
    const strict = parsePreferences("handling=strict,max-affected=5,count=exact");
    expect(appliedPreferences(strict, ["count", "handling", "maxAffected"])).toBe(
      "count=exact, handling=strict, max-affected=5",
    );
    const lenient = parsePreferences("max-affected=5");
    expect(appliedPreferences(lenient, ["count", "maxAffected"])).toBeNull();
  });
});

describe("Accept", () => {
  it.each([
    [undefined, "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["text/html, */*;q=0.8", "application/json; charset=utf-8"],
    ["application/json", "application/json; charset=utf-8"],
    ["text/csv", "text/csv; charset=utf-8"],
    ["text/csv;q=0.5, application/json", "application/json; charset=utf-8"],
    ["application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json; charset=utf-8"],
    ["application/vnd.pgrst.object", "application/vnd.pgrst.object+json; charset=utf-8"],
    [
      "application/vnd.pgrst.object+json;nulls=stripped",
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    [
      "application/vnd.pgrst.array+json;nulls=stripped",
      "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    ],
  ])("negotiates %j as %j", (accept, contentType) => {
    expect(negotiateMediaType(accept, false)?.contentType).toBe(contentType);
  });

  it.each([
    "text/html",
    "application/octet-stream",
    'application/vnd.pgrst.plan+text; for="application/json"; options=analyze;',
    "application/json;q=0",
    "nonsense",
  ])("cannot satisfy %j", (accept) => {
    expect(negotiateMediaType(accept, false)).toBeNull();
  });
});

describe("Range and Content-Range", () => {
  it.each([
    [{ offset: 0, limit: null }, "0-14", { offset: 0, limit: 15 }],
    [{ offset: 0, limit: null }, "items=5-", { offset: 5, limit: null }],
    [{ offset: 10, limit: 10 }, "0-14", { offset: 10, limit: 5 }],
    [{ offset: 10, limit: 10 }, "30-40", { offset: 30, limit: 0 }],
    [{ offset: 0, limit: 3 }, undefined, { offset: 0, limit: 3 }],
    [{ offset: 0, limit: 3 }, "bytes=0-1", { offset: 0, limit: 3 }],
    [{ offset: 0, limit: 3 }, "-5", { offset: 0, limit: 3 }],
  ])("restricts %j by %j to %j", (window, header, expected) => {
    expect(applyRangeHeader(window, header)).toEqual(expected);
  });

  it("rejects a range that ends before it starts", () => {
    expect(() => applyRangeHeader({ offset: 0, limit: null }, "5-4")).toThrow(
      expect.objectContaining({ status: 416, code: "PGRST103" }),
    );
  });

  it.each([
    [0, 15, null, "0-14/*", 200],
    [0, 0, null, "*/*", 200],
    [0, 0, 0, "*/0", 200],
    [10, 5, 15, "10-14/15", 206],
    [0, 15, 15, "0-14/15", 200],
    [15, 0, 15, "*/15", 206],
  ])("formats from %i, %i rows of %s as %s with %i", (offset, rows, total, range, status) => {
    expect(contentRange(offset, rows, total)).toBe(range);
    expect(pageStatus(offset, rows, total)).toBe(status);
  });

  it("rejects a page after the last row with PGRST103", () => {
    expect(() => pageStatus(16, 0, 15)).toThrow(
      expect.objectContaining({
        status: 416,
        details: "An offset of 16 was requested, but there are only 15 rows.",
      }),
    );
  });
});
