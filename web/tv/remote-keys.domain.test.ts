import { expect, it } from "vitest";
import { remoteAction } from "./remote-keys.domain.ts";

it.each([
  ["Samsung Tizen", 10009],
  ["LG webOS", 461],
  ["others", 8],
  ["a keyboard", 27],
])("Back of %s has code %i", (_maker, keyCode) => {
  expect(remoteAction(undefined, keyCode)).toBe("back");
});

it.each([
  [415, "play"],
  [19, "pause"],
  [413, "stop"],
  [417, "forward"],
  [412, "rewind"],
  [10252, "toggle"],
  [37, "left"],
  [38, "up"],
  [39, "right"],
  [40, "down"],
  [13, "ok"],
  [33, "next-channel"],
  [428, "previous-channel"],
])("code %i means %s", (keyCode, action) => {
  expect(remoteAction(undefined, keyCode)).toBe(action);
});

it("prefers a name to a code, because codes differ between makers", () => {
  expect(remoteAction("MediaPlayPause", 19)).toBe("toggle");
  expect(remoteAction("Unidentified", 461)).toBe("back");
});

it("ignores other keys", () => {
  expect(remoteAction("a", 65)).toBeNull();
  expect(remoteAction("constructor", 0)).toBeNull();
});
