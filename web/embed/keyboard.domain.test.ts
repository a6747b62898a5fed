import { expect, it } from "vitest";
import { keyAction, type KeyPress, adjacentSpeed } from "./keyboard.domain.ts";

function press(key: string, focus: KeyPress["focus"] = "none", hasModifier = false) {
  return keyAction({ key, focus, hasModifier });
}

it.each([
  [" ", { do: "toggle-play" }],
  ["k", { do: "toggle-play" }],
  ["K", { do: "toggle-play" }],
  ["m", { do: "toggle-mute" }],
  ["f", { do: "toggle-fullscreen" }],
  ["c", { do: "toggle-captions" }],
  ["i", { do: "pip" }],
  ["ArrowLeft", { do: "seek-by", seconds: -5 }],
  ["ArrowRight", { do: "seek-by", seconds: 5 }],
  ["j", { do: "seek-by", seconds: -10 }],
  ["l", { do: "seek-by", seconds: 10 }],
  ["ArrowUp", { do: "change-volume", by: 0.05 }],
  ["ArrowDown", { do: "change-volume", by: -0.05 }],
  ["5", { do: "seek-to-share", share: 0.5 }],
  [">", { do: "change-speed", by: 1 }],
  ["<", { do: "change-speed", by: -1 }],
  ["Escape", { do: "escape" }],
  ["Tab", null],
  ["q", null],
  ["constructor", null],
])("key %j maps to %o", (key, expected) => {
  expect(press(key)).toEqual(expected);
});

it("a focused button keeps Space, a focused slider keeps the arrows", () => {
  expect(press(" ", "button")).toBeNull();
  expect(press("k", "button")).toEqual({ do: "toggle-play" });
  expect(press("ArrowLeft", "slider")).toBeNull();
  expect(press(" ", "slider")).toEqual({ do: "toggle-play" });
});

it("browser shortcuts and text fields are ignored, Escape always counts", () => {
  expect(press("f", "none", true)).toBeNull();
  expect(press("m", "text")).toBeNull();
  expect(press("Escape", "text", true)).toEqual({ do: "escape" });
});

it.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [1.1, 1, 1.25],
  [2, 1, 2],
  [0.5, -1, 0.5],
] as const)("after the speed %d in direction %d comes %d", (speed, by, expected) => {
  expect(adjacentSpeed(speed, by)).toBe(expected);
});
