import { expect, it } from "vitest";
import { viewCountText } from "#functions/_shared/playlist/video-texts.domain.ts";
import { everyPage as en } from "#shared/messages/en/every-page.ts";
import { everyPage as fr } from "./every-page.ts";

it.each([
  [0, ""],
  [1, "1 vue"],
  [2, "2 vues"],
  [1_200, "1,2 k vues"],
  [12_345, "12 k vues"],
  [3_450_000, "3,4 M de vues"],
  [2_000_000_000, "2 Md de vues"],
  [null, ""],
])("shows %s views as %s in French", (views, shown) => {
  expect(fr.videos.views(viewCountText(views)).replaceAll("\u00a0", " ")).toBe(shown);
});

it("returns other texts unchanged", () => {
  expect(fr.videos.views("many views")).toBe("many views");
});

it("shows nothing for zero views or an unknown count", () => {
  expect(en.videos.views(viewCountText(0))).toBe("");
  expect(en.videos.views(viewCountText(null))).toBe("");
  expect(en.videos.views(viewCountText(1))).toBe("1 view");
});
