import { assert, nat, property, string } from "fast-check";
import { expect, it } from "vitest";
import { rangeHeaders, readByteRange, requestedRange } from "./byte-range.domain.ts";

it.each([
  [undefined, 10, "whole"],
  ["bytes=0-", 1_000, { first: 0, last: 999 }],
  ["bytes=0-0", 10, { first: 0, last: 0 }],
  ["bytes=2-", 10, { first: 2, last: 9 }],
  ["bytes=10-19", 1_000, { first: 10, last: 19 }],
  ["bytes=-3", 10, { first: 7, last: 9 }],
  ["bytes=-30", 10, { first: 0, last: 9 }],
  ["bytes=8-99", 10, { first: 8, last: 9 }],
  [" bytes=8-9 ", 10, { first: 8, last: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=5-4", 10, "whole"],
  ["bytes=-", 10, "whole"],
  ["bytes=a-b", 10, "whole"],
  ["bytes=0-1,3-4", 10, "whole"],
  ["items=0-1", 10, "whole"],
] as const)("Range %s of %i bytes is %o", (header, size, expected) => {
  expect(readByteRange(header, size)).toEqual(expected);
});

it.each([
  [undefined, { first: 0, last: 4 }],
  ['"now"', { first: 0, last: 4 }],
  ['"before"', "whole"],
  ["Sat, 21 Nov 2026 12:00:00 GMT", "whole"],
])("sends a client that has a part of the version %s: %o", (ifRange, expected) => {
  const headers = new Map([["range", "bytes=0-4"]]);
  if (ifRange !== undefined) headers.set("if-range", ifRange);
  const range = requestedRange({ header: (name) => headers.get(name), etag: '"now"', size: 10 });
  expect(range).toEqual(expected);
});

it("states the size of the response, and the range of a part", () => {
  expect(rangeHeaders("whole", 10)).toEqual({ "Content-Length": "10" });
  expect(rangeHeaders({ first: 2, last: 4 }, 10)).toEqual({
    "Content-Length": "3",
    "Content-Range": "bytes 2-4/10",
  });
});

it("never leaves the object", () => {
  assert(
    property(string(), nat(), nat(), nat(1_000), (noise, from, to, size) => {
      for (const header of [`bytes=${from}-${to}`, `bytes=-${from}`, `bytes=${from}-`, noise]) {
        const range = readByteRange(header, size);
        if (typeof range === "string") continue;
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(size);
      }
    }),
  );
});
