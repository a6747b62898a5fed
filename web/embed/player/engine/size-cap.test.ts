import { Hls } from "hls.js/light";
import { expect, it } from "vitest";
import { SizeCap } from "./size-cap.ts";

const LEVELS = [
  { width: 426, height: 240 },
  { width: 854, height: 480 },
  { width: 1280, height: 720 },
].map((size, bitrate) => ({ ...size, bitrate }));

it.each([
  ["a phone", 360, 480],
  ["a card", 200, 480],
  ["a page", 900, 720],
  ["a television", 1_920, 720],
])("lets %s of %i px have up to %ip", (_, width, height) => {
  const hls = new Hls();
  Object.defineProperty(hls, "levels", { value: LEVELS });
  const cap = new SizeCap(hls);
  cap.getDimensions = () => ({ width, height: (width * 9) / 16 });
  expect(LEVELS[cap.getMaxLevel(2)]).toMatchObject({ height });
  hls.destroy();
});
