import { expect, it } from "vitest";
import { dataText } from "./format-data-size.ts";

it.each([
  [0, "0 MB", "0 Mo"],
  [217_225, "0.2 MB", "0,2 Mo"],
  [9_940_000, "9.9 MB", "9,9 Mo"],
  [50_400_000, "50 MB", "50 Mo"],
  [999_400_000, "999 MB", "999 Mo"],
  [1_240_000_000, "1.2 GB", "1,2 Go"],
])("formats %i bytes as %s, in French %s", (bytes, english, french) => {
  expect(dataText(bytes, "en").replaceAll(/\s/g, " ")).toBe(english);
  expect(dataText(bytes, "fr").replaceAll(/\s/g, " ")).toBe(french);
});
