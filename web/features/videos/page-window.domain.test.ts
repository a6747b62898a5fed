import { describe, expect, it } from "vitest";
import { pageNumbers, pageOf } from "./page-window.domain.ts";

const items = Array.from({ length: 50 }, (_, index) => index + 1);

describe("pageOf", () => {
  it("cuts 24 videos a page and returns the number of pages", () => {
    expect(pageOf(items, 1, 24)).toMatchObject({ page: 1, pageCount: 3 });
    expect(pageOf(items, 1, 24).items).toHaveLength(24);
    expect(pageOf(items, 3, 24).items).toEqual([49, 50]);
  });

  it.each([
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [2.7, 2],
    [99, 3],
  ])("moves page %s to the nearest page %s", (asked, shown) => {
    expect(pageOf(items, asked, 24).page).toBe(shown);
  });

  it("puts everything on one page when showAll is set (S9.2)", () => {
    expect(pageOf(items, 2, null)).toEqual({ items, page: 1, pageCount: 1 });
  });

  it("shows one empty page for an empty list", () => {
    expect(pageOf([], 1, 24)).toEqual({ items: [], page: 1, pageCount: 1 });
  });
});

describe("pageNumbers", () => {
  it.each([
    [1, 10, [1, 2, 3, 4, 5]],
    [3, 10, [1, 2, 3, 4, 5]],
    [4, 10, [2, 3, 4, 5, 6]],
    [9, 10, [6, 7, 8, 9, 10]],
    [10, 10, [6, 7, 8, 9, 10]],
    [2, 3, [1, 2, 3]],
    [1, 1, [1]],
  ])("slides a window of 5 to page %s of %s", (page, pageCount, expected) => {
    expect(pageNumbers(page, pageCount, 5)).toEqual(expected);
  });
});
