import { expect, test } from "vitest";
import { readByteRange } from "./byte-range.domain.ts";

test.each([
  ["bytes=0-", { first: 0, last: 999 }],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=990-2000", { first: 990, last: 999 }],
  ["bytes=-10", { first: 990, last: 999 }],
  ["bytes=-5000", { first: 0, last: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  [undefined, "whole"],
  ["bytes=5-4", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["items=0-1", "whole"],
  ["bytes=a-b", "whole"],
])("Range: %s of 1,000 bytes gives %o", (header, expected) => {
  expect(readByteRange(header, 1000)).toEqual(expected);
});
