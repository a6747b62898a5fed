import { assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { PART_BYTES } from "#shared/media/kept-media.ts";
import { partHeaders, partRange, readPartAnswer, storedBytes } from "./part-plan.domain.ts";

it("the parts of a file follow each other and end with it", () => {
  assert(
    property(integer({ min: 1, max: 40 * PART_BYTES }), (bytes) => {
      let next = 0;
      let count = 0;
      for (let range = partRange(0, bytes); range; range = partRange(count, bytes)) {
        expect(range.first).toBe(next);
        expect(range.last - range.first).toBeLessThan(PART_BYTES);
        next = range.last + 1;
        count += 1;
        expect(storedBytes(count, bytes)).toBe(next);
      }
      expect(next).toBe(bytes);
    }),
  );
});

const RANGE = { first: 0, last: 9 };

it("asks for a part of the same file, by a strong tag only", () => {
  expect(partHeaders(RANGE, null)).toEqual({ range: "bytes=0-9" });
  expect(partHeaders(RANGE, 'W/"a"')).toEqual({ range: "bytes=0-9" });
  expect(partHeaders(RANGE, '"a"')).toEqual({ range: "bytes=0-9", "if-range": '"a"' });
});

function answer(status: number, headers: Record<string, string>, etag: string | null = '"a"') {
  const response = { status, headers: new Headers(headers) };
  return readPartAnswer(response, RANGE, { bytes: 25, etag });
}

it.each([
  [206, { "content-range": "bytes 0-9/25", etag: '"a"' }, { kind: "part", etag: '"a"' }],
  [206, { "content-range": "bytes 0-9/25", etag: '"b"' }, { kind: "changed", bytes: 25 }],
  [206, { "content-range": "bytes 0-9/30", etag: '"a"' }, { kind: "changed", bytes: 30 }],
  [206, { "content-range": "bytes 5-9/25", etag: '"a"' }, { kind: "later" }],
  [206, { "content-range": "bytes 0-9/*", etag: '"a"' }, { kind: "later" }],
  [206, {}, { kind: "later" }],
  [200, { "content-length": "30" }, { kind: "changed", bytes: 30 }],
  [416, { "content-range": "bytes */7" }, { kind: "changed", bytes: 7 }],
  [404, {}, { kind: "gone" }],
  [403, {}, { kind: "gone" }],
  [503, {}, { kind: "later" }],
  [302, {}, { kind: "later" }],
])("reads a response with status %i and %j as %j", (status, headers, expected) => {
  expect(answer(status, headers)).toEqual(expected);
});

it("the first part says the tag and the size; a server without ranges is not one", () => {
  expect(answer(206, { "content-range": "bytes 0-9/25", etag: '"b"' }, null)).toEqual({
    kind: "part",
    etag: '"b"',
  });
  expect(answer(200, { "content-length": "25" }, null)).toEqual({ kind: "later" });
});
