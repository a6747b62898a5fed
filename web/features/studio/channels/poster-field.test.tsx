import { expect, it } from "vitest";
import { coverArea } from "./poster-field.tsx";

const WIDE = { width: 1280, height: 720 };

it.each([
  [
    { width: 4000, height: 3000 },
    { x: 0, y: 375, width: 4000, height: 2250 },
  ],
  [
    { width: 3000, height: 4000 },
    { x: 0, y: 1156.25, width: 3000, height: 1687.5 },
  ],
  [
    { width: 2560, height: 720 },
    { x: 640, y: 0, width: 1280, height: 720 },
  ],
  [
    { width: 1280, height: 720 },
    { x: 0, y: 0, width: 1280, height: 720 },
  ],
])("coverArea of %j is %j", (image, area) => {
  expect(coverArea(image, WIDE)).toEqual(area);
});
